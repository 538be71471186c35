// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

/**
 * What a search may use.
 *
 * @param states that it may visit, from 1
 * @param bytes that its tables may take, from 1
 * @param threads that it may run on, from 1
 * @param reduced whether steps may be left out that lead to no other outcome
 */
public record Limits(long states, long bytes, int threads, boolean reduced) {
  /** So many states as fit into most of this process's memory, on all processors. */
  public static Limits ofThisProcess() {
    Runtime runtime = Runtime.getRuntime();
    return new Limits(
        Long.MAX_VALUE,
        runtime.maxMemory() / 4 * 3,
        Math.clamp(runtime.availableProcessors(), 1, 64),
        true);
  }

  public Limits withStates(long most) {
    return new Limits(most, bytes, threads, reduced);
  }

  public Limits withBytes(long most) {
    return new Limits(states, most, threads, reduced);
  }

  public Limits withThreads(int most) {
    return new Limits(states, bytes, most, reduced);
  }

  /** Without leaving out any step, nor any value. */
  public Limits unreduced() {
    return new Limits(states, bytes, threads, false);
  }
}
