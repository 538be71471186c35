// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * On which the threads of a test tell each other whether they are idle: waiting, or at the end of
 * an iteration, and all that they posted is completed. Safe for threads.
 */
final class IdleFlags {
  /** In a cache line of its own for each. */
  private static final int STRIDE = 16;

  private static final int GONE = -1;

  private final AtomicIntegerArray states;
  private final int threads;

  /**
   * Of all threads of a test.
   *
   * @param here those that do something on this host; nobody waits for the others
   */
  IdleFlags(int threads, List<Integer> here) {
    this.threads = threads;
    this.states = new AtomicIntegerArray(threads * STRIDE);
    for (int i = 0; i < threads; i++) {
      if (!here.contains(i)) {
        states.set(i * STRIDE, Integer.MAX_VALUE);
        leave(i);
      }
    }
  }

  /** A thread does something in an iteration, from 0. */
  void busy(int thread, int iteration) {
    states.set(thread * STRIDE, 2 * iteration);
  }

  /** It does not. */
  void idle(int thread, int iteration) {
    states.set(thread * STRIDE, 2 * iteration + 1);
  }

  /** An idle thread has looked once more for what it waits for. */
  void look(int thread) {
    states.incrementAndGet(thread * STRIDE + 1);
  }

  /** It does nothing any more. */
  void leave(int thread) {
    states.set(thread * STRIDE + 1, GONE);
  }

  /** How often each has looked. */
  void copyLooks(int[] into) {
    for (int i = 0; i < threads; i++) {
      into[i] = states.get(i * STRIDE + 1);
    }
  }

  /** How often each has looked at the begin. */
  int[] noLooks() {
    return new int[threads];
  }

  /** Whether each has begun and ended a look since then. */
  boolean haveAllLookedSince(int[] before) {
    for (int i = 0; i < threads; i++) {
      int now = states.get(i * STRIDE + 1);
      if (now != GONE && now - before[i] < 2) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing will happen any more in an iteration. */
  boolean areAllIdle(int iteration) {
    return least() >= 2 * iteration + 1;
  }

  /** Twice the iteration of the thread that is furthest back, and one more if it is idle. */
  int least() {
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < threads; i++) {
      least = Math.min(least, states.get(i * STRIDE));
    }
    return least;
  }

  /** Whether none does anything any more. */
  boolean areAllGone() {
    for (int i = 0; i < threads; i++) {
      if (states.get(i * STRIDE + 1) != GONE) {
        return false;
      }
    }
    return true;
  }
}
