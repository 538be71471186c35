// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_row;
import org.rdmamonitor.nativelib.generated.rm_row_key;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/**
 * The counters of the BPF object, one row for each pair of a cgroup and a device: whose it is
 * (struct rm_row_key), and its counters on each shard (struct rm_row). What is read is current: BPF
 * programs write while this reads. Of rows that nobody uses only the key is touched, so that their
 * counters are no memory of this process.
 */
public final class RowTable implements AutoCloseable {
  /** The row for everything that found no row of its own. */
  public static final int OVERFLOW = 0;

  private final MemorySegment keys;
  private final MemorySegment counters;
  private final int shards;
  private final Runnable unmap;

  /** Over maps "row_keys" and "rows". */
  public RowTable(BpfMap keys, BpfMap counters, int shards) {
    this(keys.mapElements(), counters.mapElements(), shards);
  }

  private RowTable(MappedMemory keys, MappedMemory counters, int shards) {
    this(
        keys.segment(),
        counters.segment(),
        shards,
        () -> {
          keys.close();
          counters.close();
        });
  }

  private RowTable(MemorySegment keys, MemorySegment counters, int shards, Runnable unmap) {
    this.keys = keys;
    this.counters = counters;
    this.shards = shards;
    this.unmap = unmap;
  }

  /** Over memory that is laid out as that of the maps, and stays its owner's. */
  public static RowTable over(MemorySegment keys, MemorySegment counters, int shards) {
    return new RowTable(keys, counters, shards, () -> {});
  }

  /** How many rows there can be. */
  public static int capacity() {
    return RdmaMonitorAbi.RM_ROWS();
  }

  public int rows() {
    return capacity();
  }

  /** How many rows are used. */
  public int used() {
    int used = 0;
    for (int row = 0; row < rows(); row++) {
      used += isUsed(row) ? 1 : 0;
    }
    return used;
  }

  public boolean isUsed(int row) {
    return row == OVERFLOW || rm_row_key.used(key(row)) != 0;
  }

  public long cgroup(int row) {
    return row == OVERFLOW ? RdmaMonitorAbi.RM_CGROUP_OVERFLOW() : rm_row_key.cgroup(key(row));
  }

  public int device(int row) {
    return row == OVERFLOW ? RdmaMonitorAbi.RM_DEVICE_UNKNOWN() : rm_row_key.device(key(row));
  }

  /** Makes an unused row that the caller has claimed the row of a pair. */
  public void initialize(int row, long cgroup, int device) {
    MemorySegment key = key(row);
    rm_row_key.cgroup(key, cgroup);
    rm_row_key.device(key, device);
    VarHandle.releaseFence();
    rm_row_key.used(key, 1);
  }

  /** Gives a row back: all its counters to 0, its key unused. No program may be counting in it. */
  public void clear(int row) {
    rm_row_key.used(key(row), 0);
    VarHandle.releaseFence();
    counters.asSlice(offset(row), offset(1)).fill((byte) 0);
  }

  /** Reads what a row counts. */
  public void read(int row, RowCounters into) {
    into.read(counters, offset(row), shards);
  }

  private long offset(int row) {
    return (long) row * shards * rm_row.sizeof();
  }

  private MemorySegment key(int row) {
    return keys.asSlice(row * rm_row_key.sizeof(), rm_row_key.sizeof());
  }

  @Override
  public void close() {
    unmap.run();
  }
}
