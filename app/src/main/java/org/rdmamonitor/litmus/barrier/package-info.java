// SPDX-License-Identifier: MIT
/**
 * Barriers over one-sided writes, as litmus tests: each member has a row that it alone writes and
 * pushes to the others, and waits for theirs. Enter by {@link
 * org.rdmamonitor.litmus.barrier.BarrierClaim}, what is asked of a barrier; {@code litmus.certify}
 * has it answered.
 *
 * <p>Uses {@code litmus.certify} and {@code litmus.language}. Values are immutable; a {@link
 * org.rdmamonitor.litmus.barrier.BarrierProgram} is for one thread.
 */
@NullMarked
package org.rdmamonitor.litmus.barrier;

import org.jspecify.annotations.NullMarked;
