// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.util.function.ToLongFunction;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_health;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/** What the BPF programs noticed about themselves (struct rm_health), summed over the shards. */
public final class HealthTable implements AutoCloseable {
  private final MappedMemory memory;

  public HealthTable(BpfMap map) {
    memory = map.mapElements();
  }

  /** Events that found no room in the ring buffer. */
  public long eventsLost() {
    return sum(rm_health::events_lost);
  }

  /** Objects that found no room in the object table. */
  public long objectsFull() {
    return sum(rm_health::objects_full);
  }

  /** Calls that found no room in the table of calls in flight. */
  public long callsFull() {
    return sum(rm_health::calls_full);
  }

  /** Objects whose end was missed: another object appeared at the same address. */
  public long replaced() {
    return sum(rm_health::replaced);
  }

  /** Objects that ended, and that nobody had counted. */
  public long unknownRemoved() {
    return sum(rm_health::unknown_removed);
  }

  /** Requests that the gate could not read. */
  public long notRead() {
    return sum(rm_health::not_read);
  }

  /**
   * How many rows programs have taken; while this number stays the same, so do the keys of rows.
   */
  public long rowsTaken() {
    return sum(rm_health::rows_taken);
  }

  /** Queue pairs and address handles whose peer could not be kept. */
  public long unkept() {
    return sum(rm_health::unkept);
  }

  private long sum(ToLongFunction<MemorySegment> field) {
    long sum = 0;
    for (int shard = 0; shard < RdmaMonitorAbi.RM_MAX_SHARDS(); shard++) {
      sum += field.applyAsLong(memory.segment().asSlice(shard * rm_health.sizeof()));
    }
    return sum;
  }

  @Override
  public void close() {
    memory.close();
  }
}
