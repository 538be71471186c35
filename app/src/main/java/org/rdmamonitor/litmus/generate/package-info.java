// SPDX-License-Identifier: MIT
/**
 * Makes families of tests, as diy7 does: the known shapes of shared memory, with each access made
 * by a processor or by a NIC, and with everything that may stand between two accesses. Enter by
 * {@link org.rdmamonitor.litmus.generate.Generator}.
 *
 * <p>Uses {@code litmus.language}. Everything here is immutable, or a function.
 */
@NullMarked
package org.rdmamonitor.litmus.generate;

import org.jspecify.annotations.NullMarked;
