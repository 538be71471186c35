// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.time.Duration;
import java.util.List;

/**
 * How a test is run.
 *
 * @param iterations of all runs together, from 1
 * @param size iterations of a run, from 1: each has its own memory
 * @param widenings used in turn, one for each run
 * @param seed of all random numbers
 * @param limit how long a thread waits until it gives up
 * @param isPinned whether each thread stays on one processor during a run, and no two on the same,
 *     as far as there are enough
 */
public record RunSettings(
    long iterations,
    int size,
    List<Widening> widenings,
    long seed,
    Duration limit,
    boolean isPinned) {
  public RunSettings {
    widenings = List.copyOf(widenings);
  }
}
