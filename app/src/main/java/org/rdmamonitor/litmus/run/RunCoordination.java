// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the threads of this host and of others tell each other in a run: that all have come to an
 * iteration, and whether they are idle. Safe for threads.
 */
final class RunCoordination {
  /** Twice the iteration that its threads have come to, and one more if they will not do it. */
  private static final int ARRIVED = 0;

  private static final int IDLE = 1;
  private static final int LOOKS = 2;

  /** Instead of how often its threads have looked: they are gone. */
  private static final long GONE = Long.MAX_VALUE;

  /** Between two times that it is told whether threads are idle. */
  private static final long PAUSE_NANOS = Duration.ofNanos(300_000).toNanos();

  private final Testbed.Rows rows;
  private final List<Integer> hosts;
  private final long base;
  private final IdleFlags idleFlags;
  private final ReentrantLock telling = new ReentrantLock();
  private final int[] looksBefore;
  private long rounds;
  private long toldAt;

  /**
   * In one run.
   *
   * @param hosts that have threads, by their numbers, without this one
   * @param base the number of iterations that there may have been in earlier runs
   * @param idleFlags of the threads here
   */
  RunCoordination(Testbed.Rows rows, List<Integer> hosts, long base, IdleFlags idleFlags) {
    this.rows = rows;
    this.hosts = List.copyOf(hosts);
    this.base = base;
    this.idleFlags = idleFlags;
    this.looksBefore = idleFlags.noLooks();
  }

  /** How many other hosts have threads. */
  int count() {
    return hosts.size();
  }

  /** All threads here have come to an iteration, from 0. */
  void arrive(int iteration) {
    if (!hosts.isEmpty()) {
      rows.store(ARRIVED, 2 * (base + iteration + 1));
      rows.push();
    }
  }

  /** Whether all others have come to it. */
  boolean haveArrived(int iteration) {
    for (int host : hosts) {
      if (rows.load(host, ARRIVED) / 2 < base + iteration + 1) {
        return false;
      }
    }
    return true;
  }

  /** All threads here have come to it, and will neither do it nor any after it. */
  void end(int iteration) {
    if (!hosts.isEmpty()) {
      rows.store(ARRIVED, 2 * (base + iteration + 1) + 1);
      rows.push();
    }
  }

  /** Whether one of the others, which have arrived, will not do it. */
  boolean isOver(int iteration) {
    for (int host : hosts) {
      long word = rows.load(host, ARRIVED);
      if (word % 2 != 0 && word / 2 <= base + iteration + 1) {
        return true;
      }
    }
    return false;
  }

  /** Tells now and then how the threads here are; called by those that wait. */
  void tellNowAndThen() {
    if (hosts.isEmpty() || !telling.tryLock()) {
      return;
    }
    try {
      long now = System.nanoTime();
      if (now - toldAt >= PAUSE_NANOS) {
        toldAt = now;
        tell();
      }
    } finally {
      telling.unlock();
    }
  }

  /** Tells it when a thread has left. */
  void tellLeft() {
    if (hosts.isEmpty()) {
      return;
    }
    telling.lock();
    try {
      tell();
    } finally {
      telling.unlock();
    }
  }

  private void tell() {
    if (idleFlags.haveAllLookedSince(looksBefore)) {
      rounds++;
      idleFlags.copyLooks(looksBefore);
    }
    rows.store(IDLE, 2 * base + idleFlags.least());
    rows.store(LOOKS, idleFlags.areAllGone() ? GONE : rounds);
    rows.push();
  }

  /** Whether the threads of others were idle in an iteration, when they last told. */
  boolean areAllIdle(int iteration) {
    for (int host : hosts) {
      if (rows.load(host, IDLE) < 2 * (base + iteration) + 1) {
        return false;
      }
    }
    return true;
  }

  /** How often the threads of each have looked. */
  void copyLooks(long[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = rows.load(hosts.get(i), LOOKS);
    }
  }

  /** Whether each has begun and ended a look since then, and told so. */
  boolean haveAllLookedSince(long[] before) {
    for (int i = 0; i < before.length; i++) {
      long now = rows.load(hosts.get(i), LOOKS);
      if (now != GONE && now >= before[i] && now - before[i] < 2) {
        return false;
      }
    }
    return true;
  }
}
