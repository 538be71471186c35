// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import java.util.List;

/**
 * What tasks were promised at the gate and have not taken yet; {@link Promises} is the real one.
 */
public interface PromiseTable {
  /**
   * A promise.
   *
   * @param thread whom it was made to
   * @param sinceNanos when, CLOCK_MONOTONIC
   */
  record Promise(int thread, long sinceNanos) {}

  /** All of them, in no order. */
  List<Promise> list();

  /**
   * Takes a promise back whose thread has ended.
   *
   * @return false if the programs have done it meanwhile
   */
  boolean end(Promise promise);
}
