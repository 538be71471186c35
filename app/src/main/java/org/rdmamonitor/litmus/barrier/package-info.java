// SPDX-License-Identifier: MIT
/**
 * Barriers over one-sided writes, as litmus tests: each member has a row that only it writes; it
 * pushes the row to the others, and waits for theirs. Enter by {@link
 * org.rdmamonitor.litmus.barrier.BarrierClaim}, the claims about a barrier; {@code litmus.certify}
 * checks them.
 *
 * <p>Uses {@code litmus.certify} and {@code litmus.language}. Values are immutable; a {@link
 * org.rdmamonitor.litmus.barrier.BarrierProgram} is for one thread.
 */
@NullMarked
package org.rdmamonitor.litmus.barrier;

import org.jspecify.annotations.NullMarked;
