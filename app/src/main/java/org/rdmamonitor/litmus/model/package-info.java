// SPDX-License-Identifier: MIT
/**
 * The operational model of RDMA on TSO, as a machine of packed states. Enter by {@link
 * org.rdmamonitor.litmus.model.Machine}, made of a test and {@link
 * org.rdmamonitor.litmus.model.ModelOptions}; {@link org.rdmamonitor.litmus.model.Reduction}
 * chooses the steps that a search can do without.
 *
 * <p>Programs have no loops, so that each instruction stands for a fixed set of {@link
 * org.rdmamonitor.litmus.model.Event}s, each of which happens at most once. Every queue of the
 * model is a window on a sequence known before, and a state is no more than how far each has come,
 * and the values under way. Rule numbers in comments are those of rdma-litmus(5).
 *
 * <p>Uses {@code litmus.language}. All is immutable once it is made, and safe for any number of
 * threads, but {@link org.rdmamonitor.litmus.model.Reduction}, of which each thread has its own.
 */
@NullMarked
package org.rdmamonitor.litmus.model;

import org.jspecify.annotations.NullMarked;
