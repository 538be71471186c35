// SPDX-License-Identifier: MIT
/**
 * Makes families of tests, in the way of diy7: the shapes that are known of shared memory, with
 * each access made by a processor or by a NIC, and with all that may stand between two of them.
 * Enter by {@link org.rdmamonitor.litmus.generate.Generator}.
 *
 * <p>Uses {@code litmus.language}. Everything here is immutable, or a function.
 */
@NullMarked
package org.rdmamonitor.litmus.generate;

import org.jspecify.annotations.NullMarked;
