// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

/**
 * A request that a thread posts to a queue pair.
 *
 * @param inline whether the request itself carries its data
 * @param fenced whether it waits for reads and atomics posted before
 * @param local where the data comes from or goes to on the thread's node
 * @param remote where it goes to or comes from on the other node
 * @param compareOrAdd what an atomic compares with, or adds
 * @param swap what a compare-and-swap writes
 */
public record RequestPlan(
    Operation operation,
    boolean inline,
    boolean fenced,
    Cell local,
    Cell remote,
    long compareOrAdd,
    long swap) {
  /** What a request does. */
  public enum Operation {
    WRITE,
    READ,
    FETCH_AND_ADD,
    COMPARE_AND_SWAP
  }

  /** Whether the device must support atomics for it. */
  public boolean isAtomic() {
    return operation == Operation.FETCH_AND_ADD || operation == Operation.COMPARE_AND_SWAP;
  }
}
