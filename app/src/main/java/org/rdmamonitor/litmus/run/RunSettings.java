// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.time.Duration;
import java.util.List;

/**
 * How a test is run.
 *
 * @param iterations of all runs together, from 1
 * @param size iterations of a run, from 1: each has its own memory
 * @param widenings taken in turn, one for a run
 * @param seed of all that is random
 * @param limit after which a thread gives up to wait
 * @param isPinned whether each thread stays on a processor during a run, another one for each
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
