// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits for memory to change: it looks again at once, for what it awaits is near; then
 * it offers the processor to others; then it naps, for another member is late. For one thread.
 */
final class Waiting {
  /** Some microseconds; where there is one processor, others need it. */
  private static final int LOOKS = Runtime.getRuntime().availableProcessors() > 1 ? 1_000 : 1;

  /**
   * How long it offers the processor to others before it naps: longer than another member has to
   * wait for a processor of its own, unless its host is overloaded.
   */
  private static final long AWAKE = Duration.ofMillis(50).toNanos();

  private static final long NAP = Duration.ofMillis(1).toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final long limit;
  private int looks;
  private long since;
  private long seconds;

  /** At most so long each time. */
  Waiting(Duration limit) {
    this.limit = limit.toNanos();
  }

  /** It begins anew. */
  void begin() {
    looks = 0;
  }

  /**
   * Once more there was nothing.
   *
   * @return whether it takes so long that one may well look at other things
   * @throws InterruptedException if the thread was interrupted
   */
  @SuppressWarnings("ThreadPriorityCheck") // a hint, which nothing relies on
  boolean pause() throws InterruptedException {
    if (++looks < LOOKS) {
      return false; // and no onSpinWait(), whose pause is a notable part of a barrier's latency
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (looks == LOOKS) {
      since = System.nanoTime();
      seconds = 0;
      return true;
    }
    looks = LOOKS + 1; // and never so many that it begins anew
    if (waited() < AWAKE) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(NAP);
    }
    return true;
  }

  /** Whether it has taken too long. */
  boolean isOver() {
    return looks > LOOKS && waited() > limit;
  }

  /** Whether another second has passed since this was last true. */
  boolean isNextSecond() {
    if (looks <= LOOKS || waited() / SECOND <= seconds) {
      return false;
    }
    seconds = waited() / SECOND;
    return true;
  }

  private long waited() {
    return System.nanoTime() - since;
  }
}
