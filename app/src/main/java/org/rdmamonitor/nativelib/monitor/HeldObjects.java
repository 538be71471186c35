// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.Set;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;

/** The objects that quotas hold; {@link ObjectTable} is the implementation. */
public interface HeldObjects {
  /**
   * Makes the known objects count for the quotas of their present tenants only; and their sizes
   * too, if any quota limits these.
   *
   * @return the cgroups whose tenants are not known; objects in them are left as they were
   */
  Set<Long> shareAnew();

  /** Counts all known objects. Objects that come or go meanwhile may be counted or not. */
  Totals totals();

  /** Numbers of objects. Not safe for use by several threads. */
  final class Totals {
    private static final int HOLDINGS = RdmaMonitorAbi.RM_HOLDINGS();

    private final long[] held = new long[RdmaMonitorAbi.RM_QUOTAS() * HOLDINGS];
    private final long[] listed = new long[RdmaMonitorAbi.RM_TYPES()];

    /**
     * Adds an object.
     *
     * @param type number in enum rm_type
     * @param size as it counts, at {@link QuotaTable#sizeHolding}; 0 if it does not count
     * @param isListed whether it is in the kernel's list
     * @param quotas that hold it, elements of {@link QuotaTable}
     */
    public void add(int type, long size, boolean isListed, int... quotas) {
      for (int quota : quotas) {
        held[quota * HOLDINGS + type]++;
        if (size != 0) {
          held[quota * HOLDINGS + QuotaTable.sizeHolding(type)] += size;
        }
      }
      listed[type] += isListed ? 1 : 0;
    }

    /**
     * How many objects of a type, or how much of a size ({@link QuotaTable#sizeHolding}), a quota
     * should hold.
     */
    public long held(int quota, int holding) {
      return held[quota * HOLDINGS + holding];
    }

    /** How many objects of a type are in the kernel's list. */
    public long listed(int type) {
      return listed[type];
    }
  }
}
