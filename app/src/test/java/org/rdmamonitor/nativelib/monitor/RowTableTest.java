// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_row;
import org.rdmamonitor.nativelib.generated.rm_row_key;

class RowTableTest {
  private static final int SHARDS = 4;
  private static final int ROW = 5000;

  private final MemorySegment keys =
      Arena.ofAuto().allocate(RowTable.capacity() * rm_row_key.sizeof(), Long.BYTES);
  private final MemorySegment counters =
      Arena.ofAuto().allocate((long) RowTable.capacity() * SHARDS * rm_row.sizeof(), Long.BYTES);
  private final RowTable rows = RowTable.over(keys, counters, SHARDS);
  private final RowCounters read = new RowCounters();

  private MemorySegment shard(int row, int shard) {
    return counters.asSlice(((long) row * SHARDS + shard) * rm_row.sizeof(), rm_row.sizeof());
  }

  @Test
  void aRowBelongsToAPairAndTheFirstToWhatHasNone() {
    assertThat(rows.used()).isEqualTo(1);
    assertThat(rows.cgroup(RowTable.OVERFLOW)).isEqualTo(RdmaMonitorAbi.RM_CGROUP_OVERFLOW());

    rows.initialize(ROW, 77, 3);

    assertThat(rows.used()).isEqualTo(2);
    assertThat(rows.isUsed(ROW)).isTrue();
    assertThat(rows.isUsed(ROW - 1)).isFalse();
    assertThat(rows.cgroup(ROW)).isEqualTo(77);
    assertThat(rows.device(ROW)).isEqualTo(3);
  }

  @Test
  void everyCounterIsTheSumOfItsShards() {
    for (int shard = 0; shard < SHARDS; shard++) {
      MemorySegment row = shard(ROW, shard);
      for (int verb = 0; verb < RdmaMonitorAbi.RM_VERBS(); verb++) {
        rm_row.calls(row, verb, 100 + verb);
        rm_row.done(row, verb, 200 + verb);
        rm_row.failed(row, verb, 300 + verb);
      }
      for (int type = 0; type < RdmaMonitorAbi.RM_TYPES(); type++) {
        rm_row.added(row, type, 400 + type);
        rm_row.removed(row, type, 500 + type);
      }
      // One shard alone may be below zero.
      rm_row.mr_bytes(row, shard == 0 ? -4096 : 8192);
      rm_row.cq_entries(row, 16);
    }

    rows.read(ROW, read);

    for (int verb = 0; verb < RdmaMonitorAbi.RM_VERBS(); verb++) {
      assertThat(read.calls(verb)).isEqualTo(4L * (100 + verb));
      assertThat(read.done(verb)).isEqualTo(4L * (200 + verb));
      assertThat(read.failed(verb)).isEqualTo(4L * (300 + verb));
    }
    for (int type = 0; type < RdmaMonitorAbi.RM_TYPES(); type++) {
      assertThat(read.added(type)).isEqualTo(4L * (400 + type));
      assertThat(read.removed(type)).isEqualTo(4L * (500 + type));
    }
    assertThat(read.size(RdmaMonitorAbi.RM_TYPE_MR())).isEqualTo(3 * 8192 - 4096);
    assertThat(read.size(RdmaMonitorAbi.RM_TYPE_CQ())).isEqualTo(64);
    assertThat(read.size(RdmaMonitorAbi.RM_TYPE_QP())).isZero();
    rows.read(ROW + 1, read);
    assertThat(read.calls(0)).isZero();
  }

  @Test
  void aRowThatIsGivenBackIsEmptyAndItsNeighboursAreNot() {
    for (int row = ROW - 1; row <= ROW + 1; row++) {
      rows.initialize(row, row, 0);
      for (int shard = 0; shard < SHARDS; shard++) {
        rm_row.calls(shard(row, shard), 0, 1);
      }
    }

    rows.clear(ROW);

    assertThat(rows.isUsed(ROW)).isFalse();
    rows.read(ROW, read);
    assertThat(read.calls(0)).isZero();
    rows.read(ROW - 1, read);
    assertThat(read.calls(0)).isEqualTo(SHARDS);
    rows.read(ROW + 1, read);
    assertThat(read.calls(0)).isEqualTo(SHARDS);
  }
}
