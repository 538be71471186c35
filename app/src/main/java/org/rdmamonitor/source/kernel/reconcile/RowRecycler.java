// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.nativelib.monitor.RowTable;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.watch.CounterReader;

/**
 * Gives the rows of removed cgroups to new ones when rows become scarce. What these rows had
 * counted stays in the totals, under {@link Cgroup#OVERFLOW}.
 */
public final class RowRecycler {
  private final RowTable rows;
  private final RowAllocator allocator;
  private final CounterReader counters;
  private final Corrections corrections;
  private final CgroupNames cgroups;
  private final Map<Scope, Counts> retired = new HashMap<>();

  public RowRecycler(
      RowTable rows,
      RowAllocator allocator,
      CounterReader counters,
      Corrections corrections,
      CgroupNames cgroups) {
    this.rows = rows;
    this.allocator = allocator;
    this.counters = counters;
    this.corrections = corrections;
    this.cgroups = cgroups;
  }

  /** Adds what was counted in rows that were given back. */
  public void apply(Map<Scope, Counts.Builder> counts) {
    retired.forEach((scope, c) -> counts.computeIfAbsent(scope, s -> new Counts.Builder()).add(c));
  }

  /** Gives rows back if most are used. */
  public void recycleIfNeeded() {
    if (rows.used() < rows.rows() * 3 / 4) {
      return;
    }
    Set<Long> inUse = new HashSet<>();
    rows.forEachUsed(row -> {
      if (row != RowTable.OVERFLOW && !retire(row)) {
        inUse.add(rows.cgroup(row));
      }
    });
    cgroups.keepOnly(inUse);
  }

  private boolean retire(int row) {
    Scope scope = allocator.scopeOf(row);
    if (scope.cgroup() == Cgroup.KERNEL_ID || !cgroups.isGone(scope.cgroup())) {
      return false;
    }
    // A removed cgroup has no tasks, so no call begins or ends in it; only its objects may be left.
    Counts counted = counters.row(row);
    Map<Scope, Counts.Builder> corrected = new HashMap<>();
    corrected.put(scope, new Counts.Builder().add(counted));
    corrections.apply(corrected);
    if (corrected.getOrDefault(scope, new Counts.Builder()).build().ownsAny()) {
      return false;
    }
    retired.merge(scope.rest(), counted, Counts::plus);
    corrections.move(scope, scope.rest());
    allocator.release(row);
    return true;
  }
}
