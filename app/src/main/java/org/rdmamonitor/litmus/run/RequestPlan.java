// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

/**
 * A request that a thread posts to a queue pair.
 *
 * @param inline whether it carries its data itself
 * @param fenced whether it waits for reads and atomics before it
 * @param local where the data is, or goes to
 * @param remote where it goes to, or is
 * @param compareOrAdd what an atomic compares with, or adds
 * @param swap what is swapped in
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

  /** Whether it needs a device that has atomics. */
  public boolean isAtomic() {
    return operation == Operation.FETCH_AND_ADD || operation == Operation.COMPARE_AND_SWAP;
  }
}
