// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/** What a loop does that found nothing to do. For one thread. */
final class Idle {
  private final int most;
  private int empty;

  Idle(Tuning tuning) {
    this.most = tuning.emptyPolls();
  }

  /** There was something to do. */
  void reset() {
    empty = 0;
  }

  /** There was nothing: spins, and after many times offers the processor to others. */
  @SuppressWarnings("ThreadPriorityCheck") // a hint, which nothing relies on
  void pause() {
    if (++empty < most) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }

  /** Whether there was nothing to do for long. */
  boolean isLong() {
    return empty >= most;
  }
}
