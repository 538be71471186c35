// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.rm_end;
import org.rdmamonitor.nativelib.generated.rm_path;

/**
 * Both ends of each queue pair that was modified under watch (struct rm_end), in memory that is
 * shared with the BPF programs: reading it takes no system call. Not to be used after {@link
 * #close()}.
 */
public final class EndTable implements AutoCloseable {
  private final Elements elements;

  private EndTable(Elements elements) {
    this.elements = elements;
  }

  /** Over maps "ends" and "end_claims". */
  public EndTable(BpfMap map, BpfMap claims) {
    this(Elements.of(map, claims, rm_end.sizeof()));
  }

  /** A table over memory that is laid out like the maps and still belongs to the caller. */
  static EndTable over(MemorySegment ends, MemorySegment claims) {
    return new EndTable(Elements.over(ends, claims, rm_end.sizeof()));
  }

  /** Visits all, in no order. One that is taken or given back meanwhile may be missed or seen. */
  public void forEach(Consumer<EndRecord> visitor) {
    elements.forEach((index, end) -> visitor.accept(record(end)));
  }

  private static EndRecord record(MemorySegment end) {
    MemorySegment path = rm_end.path(end);
    return new EndRecord(
        rm_end.device(end),
        rm_end.id(end),
        rm_end.since_ns(end),
        rm_path.attributes(path),
        number(rm_path.state(path)),
        number(rm_path.port(path)),
        rm_path.dest_qpn(path),
        rm_path.rq_psn(path),
        rm_path.sq_psn(path),
        number(rm_path.path_mtu(path)),
        number(rm_path.timeout(path)),
        number(rm_path.retry_count(path)),
        number(rm_path.rnr_retry(path)),
        number(rm_path.min_rnr_timer(path)),
        number(rm_path.max_rd_atomic(path)),
        number(rm_path.max_dest_rd_atomic(path)),
        AddressRecord.of(rm_path.address(path)));
  }

  private static int number(byte value) {
    return Byte.toUnsignedInt(value);
  }

  @Override
  public void close() {
    elements.close();
  }
}
