// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * What a loop does while it finds nothing to do: first it spins, because the next completion is
 * probably near; then it yields the processor to others; then it sleeps, because the other end has
 * gone, or has not begun. For one thread.
 */
final class Idle {
  /**
   * How long it yields before it sleeps: longer than the other end has to wait for a processor,
   * unless its host is overloaded.
   */
  private static final long AWAKE = Duration.ofMillis(50).toNanos();

  private static final long NAP = Duration.ofMillis(1).toNanos();

  private final int spins;
  private int empty;
  private long since;

  Idle(Tuning tuning) {
    this(tuning, 1);
  }

  /**
   * Idling of a loop.
   *
   * @param polls that are made without success between two calls
   */
  Idle(Tuning tuning, int polls) {
    this.spins = Math.max(1, tuning.emptyPolls() / polls);
  }

  /** There was something to do. */
  void reset() {
    empty = 0;
  }

  /** There was nothing to do. */
  @SuppressWarnings("ThreadPriorityCheck") // a hint, which nothing relies on
  void pause() {
    if (++empty < spins) {
      return; // without onSpinWait(), whose pause is a notable part of a message's latency
    }
    long now = System.nanoTime();
    if (empty == spins) {
      since = now;
      return;
    }
    empty = spins + 1; // and does not grow further, so that it never wraps around
    if (now - since < AWAKE) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(NAP);
    }
  }

  /** Whether there was nothing to do for so long that it no longer spins. */
  boolean isLong() {
    return empty >= spins;
  }
}
