// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Where the threads of a test wait for each other before each iteration, without sleeping. The last
 * one of each host waits for the other hosts.
 */
final class Meeting {
  /** Checks for other hosts between two looks at the clock. */
  private static final int LOOKS = 64;

  private final int parties;
  private final BooleanSupplier stop;
  private final RunCoordination coordination;
  private final Duration limit;
  private final AtomicInteger arrived = new AtomicInteger();
  private volatile int generation;
  private volatile boolean isOver;
  private volatile boolean isAborted;

  /**
   * A meeting of this many threads, and of other hosts.
   *
   * @param stop asked each time, by the last thread that arrives
   * @param limit how long other hosts may take
   */
  Meeting(int parties, BooleanSupplier stop, RunCoordination coordination, Duration limit) {
    this.parties = parties;
    this.stop = stop;
    this.coordination = coordination;
    this.limit = limit;
  }

  /**
   * Waits until all threads have arrived.
   *
   * @param meanwhile called again and again
   * @return whether to go on; the same for all threads that arrived
   * @throws TestbedException if other hosts do not arrive in time
   */
  boolean meet(Runnable meanwhile) {
    int mine = generation;
    if (arrived.incrementAndGet() == parties) {
      arrived.set(0);
      isOver |= stop.getAsBoolean() || !meetOthers(mine, meanwhile);
      if (isOver) {
        coordination.end(mine);
      }
      generation = mine + 1;
      return !isOver && !isAborted;
    }
    while (generation == mine) {
      if (isAborted) {
        return false;
      }
      meanwhile.run();
    }
    return !isOver && !isAborted;
  }

  /** Waits for the other hosts; whether all have arrived, and none of them wants to end the run. */
  private boolean meetOthers(int iteration, Runnable meanwhile) {
    if (coordination.count() == 0) {
      return true;
    }
    coordination.arrive(iteration);
    long start = System.nanoTime();
    for (int looks = 1; !coordination.haveArrived(iteration) && !isAborted; looks++) {
      meanwhile.run();
      if (looks % LOOKS == 0 && System.nanoTime() - start > limit.toNanos()) {
        throw TestbedException.failed(
            "the threads on other hosts do not come to an iteration within %d s"
                .formatted(limit.toSeconds()));
      }
    }
    return !coordination.isOver(iteration);
  }

  /** Nobody waits for anything any more. */
  void abort() {
    isAborted = true;
  }

  boolean isAborted() {
    return isAborted;
  }
}
