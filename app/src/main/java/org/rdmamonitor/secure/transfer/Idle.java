// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * What a loop does that found nothing to do: it spins, for the next completion is near; then it
 * offers the processor to others; then it naps, for the other end has gone, or has not begun. For
 * one thread.
 */
final class Idle {
  /**
   * How long it offers the processor to others before it naps: longer than the other end has to
   * wait for a processor of its own, unless its host is overloaded.
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
   * Of a loop.
   *
   * @param polls that found nothing, each time
   */
  Idle(Tuning tuning, int polls) {
    this.spins = Math.max(1, tuning.emptyPolls() / polls);
  }

  /** There was something to do. */
  void reset() {
    empty = 0;
  }

  /** There was nothing. */
  @SuppressWarnings("ThreadPriorityCheck") // a hint, which nothing relies on
  void pause() {
    if (++empty < spins) {
      return; // and no onSpinWait(), whose pause is a notable part of a message's latency
    }
    long now = System.nanoTime();
    if (empty == spins) {
      since = now;
      return;
    }
    empty = spins + 1; // and never so many that it begins anew
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
