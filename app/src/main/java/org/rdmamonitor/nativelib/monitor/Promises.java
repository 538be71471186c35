// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.List;

/**
 * What tasks were promised at the gate and have not taken yet; {@link PromiseTable} is the
 * implementation.
 */
public interface Promises {
  /**
   * A promise.
   *
   * @param thread that it was made to
   * @param sinceNanos when, CLOCK_MONOTONIC
   * @param type enum rm_type of the object; RM_TYPES if only a call was let through
   * @param size of the object, as it counts at {@link QuotaTable#sizeHolding}; 0 if it does not
   *     count
   * @param quotas elements of {@link QuotaTable} that hold it; none for a thread that is being
   *     killed
   */
  record Promise(int thread, long sinceNanos, int type, int size, List<Integer> quotas) {
    public Promise {
      quotas = List.copyOf(quotas);
    }
  }

  /** All of them, in no order. */
  List<Promise> list();

  /**
   * Takes back a promise whose thread has ended.
   *
   * @return false if the programs have done it meanwhile
   */
  boolean end(Promise promise);
}
