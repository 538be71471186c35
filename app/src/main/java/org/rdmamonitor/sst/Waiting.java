// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits for memory to change. At first it looks again at once, because what it waits
 * for is usually near; then it yields the processor between looks; then it sleeps between them,
 * because another member must be late. For one thread.
 */
final class Waiting {
  /**
   * How often it looks at once: for some microseconds; on a host with one processor just once,
   * because others need the processor.
   */
  private static final int LOOKS = Runtime.getRuntime().availableProcessors() > 1 ? 1_000 : 1;

  /**
   * How long it yields before it starts to sleep: longer than another member has to wait for a
   * processor, unless that member's host is overloaded.
   */
  private static final long AWAKE = Duration.ofMillis(50).toNanos();

  private static final long NAP = Duration.ofMillis(1).toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final long limit;
  private int looks;
  private long since;
  private long seconds;

  /** A wait that may take so long each time. */
  Waiting(Duration limit) {
    this.limit = limit.toNanos();
  }

  /** Starts a new wait. */
  void begin() {
    looks = 0;
  }

  /**
   * Call this each time a look has found nothing; pauses as it seems fit.
   *
   * @return whether the wait is long enough that the caller may spend time on other checks
   * @throws InterruptedException if the thread was interrupted
   */
  @SuppressWarnings("ThreadPriorityCheck") // a hint, which nothing relies on
  boolean pause() throws InterruptedException {
    if (++looks < LOOKS) {
      return false; // no onSpinWait(): its pause would be a notable part of a barrier's latency
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (looks == LOOKS) {
      since = System.nanoTime();
      seconds = 0;
      return true;
    }
    looks = LOOKS + 1; // does not count on, so it cannot overflow and start anew
    if (waited() < AWAKE) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(NAP);
    }
    return true;
  }

  /** Whether the wait has taken longer than its limit. */
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
