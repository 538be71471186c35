// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the threads of all hosts tell each other in a run: that all have come to an iteration, and
 * whether they are idle. Safe for threads.
 */
final class RunCoordination {
  /**
   * Word of a row: twice the iteration that a host's threads have come to, and one more if they
   * will not do it.
   */
  private static final int ARRIVED = 0;

  private static final int IDLE = 1;
  private static final int LOOKS = 2;

  /** Stands in the place of the number of looks when all threads of a host have ended. */
  private static final long GONE = Long.MAX_VALUE;

  /**
   * How long to wait at least between two times of telling other hosts whether threads here are
   * idle.
   */
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
   * The coordination of one run.
   *
   * @param hosts the numbers of the other hosts that have threads
   * @param base how many iterations earlier runs may have had in all
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

  /** Whether all other hosts have come to an iteration. */
  boolean haveArrived(int iteration) {
    for (int host : hosts) {
      if (rows.load(host, ARRIVED) / 2 < base + iteration + 1) {
        return false;
      }
    }
    return true;
  }

  /** All threads here have come to an iteration, and will do neither it nor any after it. */
  void end(int iteration) {
    if (!hosts.isEmpty()) {
      rows.store(ARRIVED, 2 * (base + iteration + 1) + 1);
      rows.push();
    }
  }

  /** Whether one of the other hosts, which have arrived, will not do an iteration. */
  boolean isOver(int iteration) {
    for (int host : hosts) {
      long word = rows.load(host, ARRIVED);
      if (word % 2 != 0 && word / 2 <= base + iteration + 1) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tells the other hosts now and then whether the threads here are idle; called by threads that
   * wait.
   */
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

  /** Tells the other hosts that a thread here has left. */
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

  /** Whether the other hosts' threads were all idle in an iteration when their hosts last told. */
  boolean areAllIdle(int iteration) {
    for (int host : hosts) {
      if (rows.load(host, IDLE) < 2 * (base + iteration) + 1) {
        return false;
      }
    }
    return true;
  }

  /** How often the threads of each other host have looked. */
  void copyLooks(long[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = rows.load(hosts.get(i), LOOKS);
    }
  }

  /**
   * Whether all threads of each other host have begun and ended a look since these counts were
   * copied, and their host has told so.
   */
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
