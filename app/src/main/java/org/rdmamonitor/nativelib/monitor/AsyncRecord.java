// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_async;
import org.rdmamonitor.nativelib.posix.Memory;

/**
 * An asynchronous event (struct rm_async), from a record that is not about a call.
 *
 * @param number {@code enum ib_event_type}; of a connection {@code enum rdma_cm_event_type}; of a
 *     completion {@code enum ib_wc_status}
 * @param port of the device; of a connection, of its peer's service
 * @param type enum rm_type of the object
 * @param qpn of the peer of a queue pair, or a connection's own
 * @param attributes {@code enum ib_qp_attr_mask}: which of the peer's number and address are valid
 * @param address of the peer; of a connection only its GID, which is an IP address
 */
public record AsyncRecord(
    Source source, int number, int port, int type, int qpn, int attributes, AddressRecord address) {
  /** Who reported it. */
  public enum Source {
    DEVICE,
    OBJECT,
    CONNECTION_MANAGER,
    COMPLETION
  }

  private static final int WORDS = (int) ((rm_async.sizeof() + Long.BYTES - 1) / Long.BYTES);

  /** Empty for a call. */
  static Optional<AsyncRecord> read(int verb, long address) {
    Optional<Source> source = source(verb);
    return source.isEmpty() ? Optional.empty() : Optional.of(read(source.get(), address));
  }

  private static AsyncRecord read(Source source, long address) {
    MemorySegment async = MemorySegment.ofArray(Memory.getLongs(address, WORDS));
    return new AsyncRecord(
        source,
        rm_async.event(async),
        rm_async.port(async),
        rm_async.type(async),
        rm_async.qpn(async),
        rm_async.attributes(async),
        AddressRecord.of(rm_async.address(async)));
  }

  private static Optional<Source> source(int verb) {
    if (verb == RdmaMonitorAbi.RM_ASYNC_DEVICE()) {
      return Optional.of(Source.DEVICE);
    }
    if (verb == RdmaMonitorAbi.RM_ASYNC_OBJECT()) {
      return Optional.of(Source.OBJECT);
    }
    if (verb == RdmaMonitorAbi.RM_ASYNC_CM()) {
      return Optional.of(Source.CONNECTION_MANAGER);
    }
    return verb == RdmaMonitorAbi.RM_ASYNC_COMPLETION()
        ? Optional.of(Source.COMPLETION)
        : Optional.empty();
  }

  /** Whether an attribute, one of those of {@link EndRecord}, is valid. */
  public boolean has(int attribute) {
    return (attributes & attribute) != 0;
  }
}
