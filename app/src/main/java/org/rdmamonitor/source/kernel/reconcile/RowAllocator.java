// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.nativelib.monitor.RowClaims;
import org.rdmamonitor.nativelib.monitor.RowTable;

/** Finds and makes rows from the user side, while the BPF programs do so too. */
public final class RowAllocator implements ObjectMender.Rows {
  private final RowTable rows;
  private final RowClaims claims;

  public RowAllocator(RowTable rows, RowClaims claims) {
    this.rows = rows;
    this.claims = claims;
  }

  /** The row of a pair, made if there is none; the overflow row if all are taken. */
  @Override
  public int rowOf(long cgroup, int device) {
    OptionalInt known = rows.rowOf(cgroup, device);
    if (known.isPresent()) {
      return known.getAsInt();
    }
    // First where programs look for the pair, so that they make no second row; then anywhere.
    return IntStream.concat(
            RowTable.candidateRows(cgroup, device),
            IntStream.iterate(rows.rows() - 1, row -> row > 0, row -> row - 1))
        .filter(row -> rows.isOf(row, cgroup, device) || take(row, cgroup, device))
        .findFirst()
        .orElse(RowTable.OVERFLOW);
  }

  private boolean take(int row, long cgroup, int device) {
    if (rows.isUsed(row) || !claims.claim(row)) {
      return false;
    }
    rows.initialize(row, cgroup, device);
    return true;
  }

  /** What a row counts. */
  @Override
  public Scope scopeOf(int row) {
    return new Scope(rows.cgroup(row), rows.device(row));
  }

  /** Gives a row back; its cgroup must have no task, and no object may count in it. */
  void release(int row) {
    rows.clear(row);
    claims.release(row);
  }
}
