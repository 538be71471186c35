// SPDX-License-Identifier: MIT
/**
 * Runs litmus tests on devices, in the way of litmus7. Enter by {@link
 * org.rdmamonitor.litmus.run.TestRun}, made of what {@link org.rdmamonitor.litmus.run.Planner}
 * makes of a test, and of a {@link org.rdmamonitor.litmus.run.Testbed}: memory and queue pairs,
 * where unit tests put something else than devices.
 *
 * <p>A run has many instances of a test, each with memory of its own, and goes through them one
 * after the other on the same queue pairs; its threads meet before each. What came out is looked at
 * when all of them are over, all requests have completed, and a READ behind them on each queue pair
 * too. Requests of one instance only ever hold up those of the next, which the model lets happen
 * for no reason at all; so what a model forbids a single instance stays forbidden.
 *
 * <p>Uses {@code litmus.language}, and outcomes of {@code litmus.search}. A {@link
 * org.rdmamonitor.litmus.run.TestRun} is for one thread; the threads of tests are its own.
 */
@NullMarked
package org.rdmamonitor.litmus.run;

import org.jspecify.annotations.NullMarked;
