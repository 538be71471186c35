// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Where the threads of a test wait for each other before each iteration, without sleeping. */
final class Meeting {
  private final int parties;
  private final BooleanSupplier stop;
  private final AtomicInteger arrived = new AtomicInteger();
  private volatile int generation;
  private volatile boolean isOver;

  /**
   * A meeting of so many threads.
   *
   * @param stop asked each time by the last that arrives
   */
  Meeting(int parties, BooleanSupplier stop) {
    this.parties = parties;
    this.stop = stop;
  }

  /**
   * Waits until all have arrived.
   *
   * @param meanwhile called again and again
   * @return whether to go on; the same for all that arrived
   */
  boolean meet(Runnable meanwhile) {
    int mine = generation;
    if (arrived.incrementAndGet() == parties) {
      arrived.set(0);
      isOver |= stop.getAsBoolean();
      generation = mine + 1;
      return !isOver;
    }
    while (generation == mine) {
      if (isOver) {
        return false;
      }
      meanwhile.run();
    }
    return !isOver;
  }

  /** Nobody is to wait any more. */
  void end() {
    isOver = true;
  }

  boolean isOver() {
    return isOver;
  }
}
