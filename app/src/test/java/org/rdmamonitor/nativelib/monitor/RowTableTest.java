// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
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
  private final AtomicLong taken = new AtomicLong();
  private final RowTable rows = RowTable.over(keys, counters, SHARDS, taken::get);
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
    assertThat(rows.isOf(ROW, 77, 3)).isTrue();
    assertThat(rows.isOf(ROW, 77, 4)).isFalse();
    assertThat(rows.isOf(ROW, 78, 3)).isFalse();
    assertThat(rows.isOf(ROW - 1, 0, 0)).isFalse();
  }

  @Test
  void aPairIsLookedForInRowsOfWhichNoneIsTheSameOrOverflow() {
    for (long cgroup : new long[] {1, 4242, 1L << 32 | 900, -1}) {
      for (int device : new int[] {0, 7, RdmaMonitorAbi.RM_DEVICE_UNKNOWN()}) {
        assertThat(RowTable.candidateRows(cgroup, device))
            .doesNotHaveDuplicates()
            .allMatch(row -> row > RowTable.OVERFLOW && row < RowTable.capacity());
      }
    }
  }

  /** What find_row() of the BPF object makes of these; hooks.test compares both in the kernel. */
  @Test
  void itIsLookedForWhereProgramsDoSo() {
    assertThat(RowTable.candidateRows(1, 0).limit(2)).containsExactly(7159, 1022);
    assertThat(RowTable.candidateRows(1L << 32 | 900, 7)).hasSize(32).endsWith(3888);
  }

  /** As cgroups have them: ids that follow each other, in steps, and of two generations. */
  @Test
  void fiveThousandPairsHaveARowEach() {
    for (int stride : new int[] {1, 7, 64}) {
      BitSet taken = new BitSet();
      for (int i = 0; i < 5000; i++) {
        long cgroup = 5000L + (long) i * stride + ((long) (i & 1) << 32);
        OptionalInt free =
            RowTable.candidateRows(cgroup, 3).filter(row -> !taken.get(row)).findFirst();
        assertThat(free).as("cgroup %d", cgroup).isPresent();
        free.ifPresent(taken::set);
      }
    }
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

  /** As a program does it. */
  private void take(int row, long cgroup, int device) {
    MemorySegment key = keys.asSlice(row * rm_row_key.sizeof(), rm_row_key.sizeof());
    rm_row_key.cgroup(key, cgroup);
    rm_row_key.device(key, device);
    rm_row_key.used(key, 1);
    taken.incrementAndGet();
  }

  private List<Integer> visited() {
    List<Integer> visited = new ArrayList<>();
    rows.forEachUsed(visited::add);
    return visited;
  }

  @Test
  void rowsThatProgramsTakeMeanwhileAreSeen() {
    assertThat(visited()).containsExactly(RowTable.OVERFLOW);

    take(ROW, 77, 3);
    take(12, 78, 0);

    assertThat(visited()).containsExactly(RowTable.OVERFLOW, 12, ROW);
    assertThat(rows.rowOf(77, 3)).hasValue(ROW);
    assertThat(rows.rowOf(77, 0)).isEmpty();
    take(RowTable.capacity() - 1, 77, 0);
    assertThat(rows.rowOf(77, 0)).hasValue(RowTable.capacity() - 1);
    assertThat(rows.used()).isEqualTo(4);
  }

  @Test
  void rowsThatAreMadeOrGivenBackHereAreSeenToo() {
    take(ROW, 77, 3);
    assertThat(rows.used()).isEqualTo(2);

    rows.initialize(ROW + 1, 78, 4);

    assertThat(visited()).containsExactly(RowTable.OVERFLOW, ROW, ROW + 1);
    assertThat(rows.rowOf(78, 4)).hasValue(ROW + 1);

    rows.clear(ROW);

    assertThat(visited()).containsExactly(RowTable.OVERFLOW, ROW + 1);
    assertThat(rows.rowOf(77, 3)).isEmpty();
  }

  @Test
  void rowsMayBeGivenBackWhileTheyAreVisited() {
    for (int row = 1; row <= 100; row++) {
      take(row, row, 0);
    }
    rows.forEachUsed(row -> {
      if (row % 2 == 1) {
        rows.clear(row);
      }
    });
    assertThat(rows.used()).isEqualTo(51);
    assertThat(visited()).contains(2, 100).doesNotContain(1, 99);
  }
}
