// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_row;
import org.rdmamonitor.nativelib.generated.rm_row_key;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/**
 * The counters of the BPF programs, one row for each pair of a cgroup and a device: whose the row
 * is (struct rm_row_key), and its counters on each shard (struct rm_row). Values are current: BPF
 * programs write while this side reads. Of unused rows only the keys are touched, so that their
 * counters take no memory of this process; and keys are looked at only when a row has been taken.
 * For one thread.
 */
public final class RowTable implements AutoCloseable {
  /** The row for everything that found no row of its own. */
  public static final int OVERFLOW = 0;

  private final MemorySegment keys;
  private final MemorySegment counters;
  private final int shards;
  private final LongSupplier taken;
  private final Runnable unmap;

  /**
   * The rows in use at the time when programs had taken this many; and which row belongs to which
   * pair.
   */
  private final BitSet used = new BitSet();

  private final Map<Owner, Integer> byOwner = new HashMap<>();
  private OptionalLong takenThen = OptionalLong.empty();

  private record Owner(long cgroup, int device) {}

  /**
   * Over maps "row_keys" and "rows".
   *
   * @param taken how many rows programs have taken so far
   */
  public RowTable(BpfMap keys, BpfMap counters, int shards, LongSupplier taken) {
    this(keys.mapElements(), counters.mapElements(), shards, taken);
  }

  private RowTable(MappedMemory keys, MappedMemory counters, int shards, LongSupplier taken) {
    this(
        keys.segment(),
        counters.segment(),
        shards,
        taken,
        () -> {
          keys.close();
          counters.close();
        });
  }

  private RowTable(
      MemorySegment keys, MemorySegment counters, int shards, LongSupplier taken, Runnable unmap) {
    this.keys = keys;
    this.counters = counters;
    this.shards = shards;
    this.taken = taken;
    this.unmap = unmap;
  }

  /**
   * A table over memory that is laid out like the maps and still belongs to the caller, who takes
   * no rows.
   */
  public static RowTable over(MemorySegment keys, MemorySegment counters, int shards) {
    return over(keys, counters, shards, () -> 0);
  }

  /** The same, where rows are taken. */
  public static RowTable over(
      MemorySegment keys, MemorySegment counters, int shards, LongSupplier taken) {
    return new RowTable(keys, counters, shards, taken, () -> {});
  }

  /** How many rows there can be. */
  public static int capacity() {
    return RdmaMonitorAbi.RM_ROWS();
  }

  public int rows() {
    return capacity();
  }

  /** The rows in which programs look for a pair, in order: as find_row() in rows.bpf.h has it. */
  public static IntStream candidateRows(long cgroup, int device) {
    long once = spread(cgroup ^ Integer.toUnsignedLong(device) << 48);
    long mixed = spread(once ^ once >>> 32);
    int step = 1 + ((int) (mixed >>> 24) & RdmaMonitorAbi.RM_ROW_STEPS() - 1);
    int rows = capacity() - 1;
    int first = (int) (mixed >>> 40) % rows;
    return IntStream.range(0, RdmaMonitorAbi.RM_ROW_PROBES())
        .map(probe -> 1 + (first + probe * step) % rows);
  }

  /** The same function as in hashes.bpf.h. */
  private static long spread(long number) {
    return number * 0x9e3779b97f4a7c15L;
  }

  /** How many rows are used. */
  public int used() {
    look();
    return used.cardinality();
  }

  /** The row of a pair; empty if it has none. */
  public OptionalInt rowOf(long cgroup, int device) {
    look();
    Integer row = byOwner.get(new Owner(cgroup, device));
    return row == null ? OptionalInt.empty() : OptionalInt.of(row);
  }

  /** Calls this for each row that is used, in order; it may give that row back. */
  public void forEachUsed(IntConsumer visitor) {
    look();
    for (int row = used.nextSetBit(0); row >= 0; row = used.nextSetBit(row + 1)) {
      visitor.accept(row);
    }
  }

  private void look() {
    // Read first, so that a row that is taken meanwhile is looked for the next time.
    long now = taken.getAsLong();
    if (takenThen.isEmpty() || takenThen.getAsLong() != now) {
      used.clear();
      byOwner.clear();
      IntStream.range(0, rows()).filter(this::isUsed).forEach(this::note);
      takenThen = OptionalLong.of(now);
    }
  }

  private void note(int row) {
    used.set(row);
    byOwner.putIfAbsent(new Owner(cgroup(row), device(row)), row);
  }

  public boolean isUsed(int row) {
    boolean isUsed = row == OVERFLOW || rm_row_key.used(key(row)) != 0;
    VarHandle.acquireFence(); // whose it is, is read after this
    return isUsed;
  }

  /** Whether a row is that of a pair. */
  public boolean isOf(int row, long cgroup, int device) {
    return isUsed(row) && cgroup(row) == cgroup && device(row) == device;
  }

  public long cgroup(int row) {
    return row == OVERFLOW ? RdmaMonitorAbi.RM_CGROUP_OVERFLOW() : rm_row_key.cgroup(key(row));
  }

  public int device(int row) {
    return row == OVERFLOW ? RdmaMonitorAbi.RM_DEVICE_UNKNOWN() : rm_row_key.device(key(row));
  }

  /** Gives an unused row, which the caller has claimed, to a pair. */
  public void initialize(int row, long cgroup, int device) {
    MemorySegment key = key(row);
    rm_row_key.cgroup(key, cgroup);
    rm_row_key.device(key, device);
    VarHandle.releaseFence();
    rm_row_key.used(key, 1);
    note(row);
  }

  /**
   * Gives a row back: sets all its counters to 0, and its key to unused. No program may be counting
   * in it.
   */
  public void clear(int row) {
    byOwner.remove(new Owner(cgroup(row), device(row)), row);
    used.clear(row);
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
