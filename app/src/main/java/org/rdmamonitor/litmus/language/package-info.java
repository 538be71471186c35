// SPDX-License-Identifier: MIT
/**
 * Litmus files: their parts, and how they are parsed and written. Enter by {@link
 * org.rdmamonitor.litmus.language.LitmusParser}, which gives a {@link
 * org.rdmamonitor.litmus.language.LitmusTest}; {@link org.rdmamonitor.litmus.language.LitmusWriter}
 * is its inverse. rdma-litmus(5) has the grammar.
 *
 * <p>Uses the JDK only. All values are immutable and safe for any number of threads.
 */
@NullMarked
package org.rdmamonitor.litmus.language;

import org.jspecify.annotations.NullMarked;
