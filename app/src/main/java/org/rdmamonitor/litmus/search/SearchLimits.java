// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

/**
 * What a search may use.
 *
 * @param states that it may visit, from 1
 * @param bytes that its tables may take, from 1
 * @param threads that it may run on, from 1
 * @param reduced whether to leave out steps that lead to no other outcome
 */
public record SearchLimits(long states, long bytes, int threads, boolean reduced) {
  /** As many states as fit into most of this process's memory, on all processors. */
  public static SearchLimits ofThisProcess() {
    Runtime runtime = Runtime.getRuntime();
    return new SearchLimits(
        Long.MAX_VALUE,
        runtime.maxMemory() / 4 * 3,
        Math.clamp(runtime.availableProcessors(), 1, 64),
        true);
  }

  public SearchLimits withStates(long most) {
    return new SearchLimits(most, bytes, threads, reduced);
  }

  public SearchLimits withBytes(long most) {
    return new SearchLimits(states, most, threads, reduced);
  }

  public SearchLimits withThreads(int most) {
    return new SearchLimits(states, bytes, most, reduced);
  }

  /** The same limits for a search that leaves out no step and no value. */
  public SearchLimits unreduced() {
    return new SearchLimits(states, bytes, threads, false);
  }
}
