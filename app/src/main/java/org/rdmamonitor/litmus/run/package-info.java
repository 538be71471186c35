// SPDX-License-Identifier: MIT
/**
 * Runs litmus tests on devices, as litmus7 does on processors. Enter by {@link
 * org.rdmamonitor.litmus.run.TestRun}, which takes the plan that {@link
 * org.rdmamonitor.litmus.run.Planner} makes of a test, and a {@link
 * org.rdmamonitor.litmus.run.Testbed}: memory and queue pairs, which unit tests simulate.
 *
 * <p>A run has many instances of a test, each with memory of its own, and does them one after the
 * other on the same queue pairs; its threads meet before each. Outcomes are read when all
 * iterations are over, all requests have completed, and a READ posted behind them on each queue
 * pair has completed too. The requests of one instance can only delay those of the next, and in the
 * model any request may be delayed for no reason at all; so what a model forbids a single instance
 * stays forbidden.
 *
 * <p>Uses {@code litmus.language}, and outcomes of {@code litmus.search}. A {@link
 * org.rdmamonitor.litmus.run.TestRun} is for one thread; it starts the threads of tests itself.
 */
@NullMarked
package org.rdmamonitor.litmus.run;

import org.jspecify.annotations.NullMarked;
