// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.rm_handle;

/**
 * Each address handle that was made while the monitor watched, and not destroyed since (struct
 * rm_handle), in memory that is shared with the BPF programs: reading it takes no system call. Not
 * to be used after {@link #close()}.
 */
public final class HandleTable implements AutoCloseable {
  private final Elements elements;

  private HandleTable(Elements elements) {
    this.elements = elements;
  }

  /** Over maps "handles" and "handle_claims". */
  public HandleTable(BpfMap map, BpfMap claims) {
    this(Elements.of(map, claims, rm_handle.sizeof()));
  }

  /** A table over memory that is laid out like the maps and still belongs to the caller. */
  static HandleTable over(MemorySegment handles, MemorySegment claims) {
    return new HandleTable(Elements.over(handles, claims, rm_handle.sizeof()));
  }

  /** Visits all, by index. One that is made or destroyed meanwhile may be missed or seen. */
  public void forEach(Consumer<HandleRecord> visitor) {
    elements.forEach((index, handle) -> visitor.accept(record(index, handle)));
  }

  private static HandleRecord record(int index, MemorySegment handle) {
    return new HandleRecord(
        index,
        rm_handle.since_ns(handle),
        rm_handle.cgroup(handle),
        rm_handle.device(handle),
        rm_handle.pdn(handle),
        rm_handle.pid(handle),
        TaskNames.of(rm_handle.comm(handle)),
        AddressRecord.of(rm_handle.address(handle)));
  }

  @Override
  public void close() {
    elements.close();
  }
}
