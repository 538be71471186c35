// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_end;
import org.rdmamonitor.nativelib.generated.rm_path;
import org.rdmamonitor.nativelib.monitor.EndRecord.Link;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/**
 * Both ends of each queue pair that was modified under watch (struct rm_end), in memory that is
 * shared with the BPF programs: reading it takes no system call. Not to be used after {@link
 * #close()}.
 */
public final class EndTable implements AutoCloseable {
  /** Attempts to read an element that no program is writing to. */
  private static final int ATTEMPTS = 100;

  private final MappedMemory memory;

  public EndTable(BpfMap map) {
    memory = map.mapElements();
  }

  /** Visits all, in no order. One that is taken or given back meanwhile may be missed or seen. */
  public void forEach(Consumer<EndRecord> visitor) {
    forEach(memory.segment(), visitor);
  }

  /** The same for memory that holds whole elements, one after the other. */
  static void forEach(MemorySegment elements, Consumer<EndRecord> visitor) {
    MemorySegment copy = MemorySegment.ofArray(new long[(int) (rm_end.sizeof() / Long.BYTES)]);
    for (long at = 0; at < elements.byteSize(); at += rm_end.sizeof()) {
      // Most are nobody's, and there are very many: those are passed over without a slice of each.
      if (elements.get(rm_end.address$layout(), at + rm_end.address$offset()) != 0
          && copy(elements.asSlice(at, rm_end.sizeof()), copy)) {
        visitor.accept(record(copy));
      }
    }
  }

  /** Copies an element as it is between two writes; false if it is nobody's any more. */
  private static boolean copy(MemorySegment element, MemorySegment copy) {
    for (int i = 0; i < ATTEMPTS; i++) {
      int finished = rm_end.finished(element);
      VarHandle.loadLoadFence();
      copy.copyFrom(element);
      VarHandle.loadLoadFence();
      if (rm_end.begun(element) == finished) {
        return rm_end.address(copy) != 0;
      }
      Thread.onSpinWait();
    }
    return false;
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
        new EndRecord.Address(
            link(number(rm_path.transport(path))),
            number(rm_path.av_port(path)),
            rm_path.dlid(path),
            number(rm_path.src_path_bits(path)),
            number(rm_path.sl(path)),
            rm_path.global(path) != 0,
            rm_path.sgid_known(path) != 0,
            gid(rm_path.sgid(path)),
            number(rm_path.sgid_index(path)),
            gid(rm_path.dgid(path)),
            rm_path.flow_label(path),
            number(rm_path.hop_limit(path)),
            number(rm_path.traffic_class(path))));
  }

  private static int number(byte value) {
    return Byte.toUnsignedInt(value);
  }

  private static Link link(int transport) {
    if (transport == RdmaMonitorAbi.RM_TRANSPORT_IB()) {
      return Link.IB;
    }
    if (transport == RdmaMonitorAbi.RM_TRANSPORT_OPA()) {
      return Link.OPA;
    }
    if (transport == RdmaMonitorAbi.RM_TRANSPORT_ROCE_V1()) {
      return Link.ROCE_V1;
    }
    return transport == RdmaMonitorAbi.RM_TRANSPORT_ROCE_V2() ? Link.ROCE_V2 : Link.UNKNOWN;
  }

  private static CallDetail.Gid gid(MemorySegment bytes) {
    ValueLayout.OfLong bigEndian = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    return new CallDetail.Gid(bytes.get(bigEndian, 0), bytes.get(bigEndian, Long.BYTES));
  }

  @Override
  public void close() {
    memory.close();
  }
}
