// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_row;

/**
 * What one row counts, added up over the shards, at the moment when it was read. The object is
 * filled anew for each row: a row is read by two copies of memory, which costs next to nothing. For
 * one thread.
 */
public final class RowCounters {
  private static final int LONGS = longs(rm_row.sizeof());
  private static final int CALLS = longs(rm_row.calls$offset());
  private static final int ADDED = longs(rm_row.added$offset());
  private static final int DONE = longs(rm_row.done$offset());
  private static final int FAILED = longs(rm_row.failed$offset());
  private static final int REMOVED = longs(rm_row.removed$offset());

  /** Follows the counters of what has ended. */
  private static final int REST = REMOVED + RdmaMonitorAbi.RM_TYPES();

  private final long[] sums = new long[LONGS];
  private final long[] copy = new long[LONGS];

  private static int longs(long bytes) {
    return Math.toIntExact(bytes / Long.BYTES);
  }

  /**
   * Reads the copies of a row, which follow each other. Counters of what has ended are read first:
   * so an object that ends between the two reads counts as still there, and none counts as gone
   * that was not counted as made. The same holds for calls and their returns.
   */
  void read(MemorySegment rows, long offset, int shards) {
    Arrays.fill(sums, 0);
    add(rows, offset, shards, DONE, REST);
    VarHandle.acquireFence();
    add(rows, offset, shards, 0, DONE);
    add(rows, offset, shards, REST, LONGS);
  }

  private void add(MemorySegment rows, long offset, int shards, int from, int to) {
    for (int shard = 0; shard < shards; shard++) {
      MemorySegment.copy(
          rows,
          ValueLayout.JAVA_LONG,
          offset + shard * rm_row.sizeof() + (long) from * Long.BYTES,
          copy,
          from,
          to - from);
      for (int i = from; i < to; i++) {
        sums[i] += copy[i];
      }
    }
  }

  /** Calls of a verb that were entered. */
  public long calls(int verb) {
    return sums[CALLS + verb];
  }

  /** Those that were seen to return. */
  public long done(int verb) {
    return sums[DONE + verb];
  }

  /** Those that returned an error. */
  public long failed(int verb) {
    return sums[FAILED + verb];
  }

  /** Objects of a type that were created. */
  public long added(int type) {
    return sums[ADDED + type];
  }

  /** Those that are gone. */
  public long removed(int type) {
    return sums[REMOVED + type];
  }

  /** The total size of the live objects of a type; 0 if that is not counted. */
  public long size(int type) {
    CountedSize size = CountedSize.of(type);
    return size == null ? 0 : sums[longs(size.offset())];
  }
}
