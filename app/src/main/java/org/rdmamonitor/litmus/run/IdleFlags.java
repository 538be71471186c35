// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Where the threads of a test tell each other whether they are idle: a thread is idle when it waits
 * or is at the end of an iteration, and all that it posted has completed. Safe for threads.
 */
final class IdleFlags {
  /** Each thread's words are in a cache line of their own. */
  private static final int STRIDE = 16;

  private static final int GONE = -1;

  private final AtomicIntegerArray states;
  private final int threads;

  /**
   * Flags for all threads of a test.
   *
   * @param here those that run on this host; nobody waits for the others
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

  /** The thread is at work in this iteration, from 0. */
  void busy(int thread, int iteration) {
    states.set(thread * STRIDE, 2 * iteration);
  }

  /** The thread is idle in this iteration. */
  void idle(int thread, int iteration) {
    states.set(thread * STRIDE, 2 * iteration + 1);
  }

  /** An idle thread has checked once more whether what it waits for has come. */
  void look(int thread) {
    states.incrementAndGet(thread * STRIDE + 1);
  }

  /** The thread has ended. */
  void leave(int thread) {
    states.set(thread * STRIDE + 1, GONE);
  }

  /** How often each thread has looked so far. */
  void copyLooks(int[] into) {
    for (int i = 0; i < threads; i++) {
      into[i] = states.get(i * STRIDE + 1);
    }
  }

  /** How often each thread has looked at the beginning: never. */
  int[] noLooks() {
    return new int[threads];
  }

  /** Whether each thread has begun and ended a look since these counts were copied. */
  boolean haveAllLookedSince(int[] before) {
    for (int i = 0; i < threads; i++) {
      int now = states.get(i * STRIDE + 1);
      if (now != GONE && now - before[i] < 2) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether all threads are idle in this iteration, or further, so that nothing happens in it any
   * more.
   */
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

  /** Whether all threads have ended. */
  boolean areAllGone() {
    for (int i = 0; i < threads; i++) {
      if (states.get(i * STRIDE + 1) != GONE) {
        return false;
      }
    }
    return true;
  }
}
