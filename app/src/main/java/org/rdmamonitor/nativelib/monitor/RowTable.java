// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_row;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/**
 * The counters of the BPF object (struct rm_row), one row for each pair of a cgroup and a device,
 * summed over the shards. What is read is current: BPF programs write while this reads.
 */
public final class RowTable implements AutoCloseable {
  /** The row for everything that found no row of its own. */
  public static final int OVERFLOW = 0;

  private final MappedMemory memory;
  private final int shards;
  private final int rows;

  public RowTable(BpfMap map, int shards) {
    this.memory = map.mapElements();
    this.shards = shards;
    this.rows = RdmaMonitorAbi.RM_ROWS();
  }

  /** How many rows there can be. */
  public static int capacity() {
    return RdmaMonitorAbi.RM_ROWS();
  }

  public int rows() {
    return rows;
  }

  /** How many rows are used. */
  public int used() {
    int used = 0;
    for (int row = 0; row < rows; row++) {
      used += isUsed(row) ? 1 : 0;
    }
    return used;
  }

  public boolean isUsed(int row) {
    return row == OVERFLOW || rm_row.used(element(row, 0)) != 0;
  }

  public long cgroup(int row) {
    return row == OVERFLOW ? RdmaMonitorAbi.RM_CGROUP_OVERFLOW() : rm_row.cgroup(element(row, 0));
  }

  public int device(int row) {
    return row == OVERFLOW ? RdmaMonitorAbi.RM_DEVICE_UNKNOWN() : rm_row.device(element(row, 0));
  }

  /** Makes an unused row that the caller has claimed the row of a pair. */
  public void initialize(int row, long cgroup, int device) {
    MemorySegment first = element(row, 0);
    rm_row.cgroup(first, cgroup);
    rm_row.device(first, device);
    VarHandle.releaseFence();
    rm_row.used(first, 1);
  }

  /** Gives a row back: all its counters to 0, its key unused. No program may be counting in it. */
  public void clear(int row) {
    rm_row.used(element(row, 0), 0);
    VarHandle.releaseFence();
    for (int shard = 0; shard < shards; shard++) {
      element(row, shard).fill((byte) 0);
    }
  }

  public long calls(int row, int verb) {
    return sum(row, verb, rm_row::calls);
  }

  public long done(int row, int verb) {
    return sum(row, verb, rm_row::done);
  }

  public long failed(int row, int verb) {
    return sum(row, verb, rm_row::failed);
  }

  public long added(int row, int type) {
    return sum(row, type, rm_row::added);
  }

  public long removed(int row, int type) {
    return sum(row, type, rm_row::removed);
  }

  /** What the live objects of a type come to together; 0 where that is not counted. */
  public long size(int row, int type) {
    return sum(row, type, RowTable::size);
  }

  private static long size(MemorySegment row, long type) {
    if (type == RdmaMonitorAbi.RM_TYPE_MR()) {
      return rm_row.mr_bytes(row);
    }
    return type == RdmaMonitorAbi.RM_TYPE_CQ() ? rm_row.cq_entries(row) : 0;
  }

  private interface Field {
    long get(MemorySegment row, long index);
  }

  private long sum(int row, int index, Field field) {
    long sum = 0;
    for (int shard = 0; shard < shards; shard++) {
      sum += field.get(element(row, shard), index);
    }
    return sum;
  }

  private MemorySegment element(int row, int shard) {
    return memory
        .segment()
        .asSlice(((long) row * shards + shard) * rm_row.sizeof(), rm_row.sizeof());
  }

  @Override
  public void close() {
    memory.close();
  }
}
