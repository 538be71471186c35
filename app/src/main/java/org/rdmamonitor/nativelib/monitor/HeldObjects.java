// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.Set;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;

/** The objects that quotas hold; {@link ObjectMaps} is the real table of them. */
public interface HeldObjects {
  /**
   * Has the objects that are known be held by the quotas of those tenants that they count for now,
   * and by no others; their pages too, if any quota limits these.
   *
   * @return the cgroups of which it is not known whose they are; what is in them stays as it was
   */
  Set<Long> shareAnew();

  /** Counts all known objects. What comes or goes meanwhile may be missed or counted. */
  Totals totals();

  /** Numbers of objects. Not safe for use by several threads. */
  final class Totals {
    private final long[] held = new long[RdmaMonitorAbi.RM_QUOTAS() * RdmaMonitorAbi.RM_TYPES()];
    private final long[] listed = new long[RdmaMonitorAbi.RM_TYPES()];

    /**
     * Adds an object.
     *
     * @param type number in enum rm_type
     * @param pages of a memory region, those that count; see {@link QuotaTable#PAGES}
     * @param isListed whether the kernel's list has it
     * @param quotas that hold it, elements of {@link QuotaTable}
     */
    public void add(int type, long pages, boolean isListed, int... quotas) {
      for (int quota : quotas) {
        held[quota * RdmaMonitorAbi.RM_TYPES() + type]++;
        held[quota * RdmaMonitorAbi.RM_TYPES() + QuotaTable.PAGES] += pages;
      }
      listed[type] += isListed ? 1 : 0;
    }

    /** Objects of a type, or pages, that a quota is to hold. */
    public long held(int quota, int type) {
      return held[quota * RdmaMonitorAbi.RM_TYPES() + type];
    }

    /** Of a type, those that the kernel's list has. */
    public long listed(int type) {
      return listed[type];
    }
  }
}
