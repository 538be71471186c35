// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_device_attr;
import org.rdmamonitor.nativelib.generated.rv_gid;
import org.rdmamonitor.nativelib.generated.rv_port_attr;

/** An open device. */
public final class VerbsContext extends Resource {
  private final String device;

  VerbsContext(String device, long address) {
    super("device " + device, address);
    this.device = device;
  }

  /** Its name. */
  public String device() {
    return device;
  }

  /** What it can do. */
  public DeviceAttributes attributes() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = rv_device_attr.allocate(arena);
      VerbsException.check("query " + this, RdmaVerbs.rv_query_device(struct(), found));
      return Queries.attributes(found);
    }
  }

  /**
   * How a port stands.
   *
   * @param port from 1
   */
  public PortInfo port(int port) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = rv_port_attr.allocate(arena);
      VerbsException.check(
          "query port %d of %s".formatted(port, this),
          RdmaVerbs.rv_query_port(struct(), port, found));
      return Queries.port(port, found);
    }
  }

  /** The valid entries of the GID tables of all ports. */
  public List<GidEntry> gids() {
    try (Arena arena = Arena.ofConfined()) {
      int capacity = RdmaVerbs.RV_GIDS();
      MemorySegment found = rv_gid.allocateArray(capacity, arena);
      int count = RdmaVerbs.rv_query_gids(struct(), found, capacity);
      if (count < 0) {
        throw new VerbsException("read the GIDs of " + this, -count);
      }
      List<GidEntry> gids = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        gids.add(Queries.gid(rv_gid.asSlice(found, i)));
      }
      return List.copyOf(gids);
    }
  }

  /** All of the above, and a trial of how much inline data a queue pair may have. */
  public DeviceInfo info() {
    DeviceAttributes attributes = attributes();
    List<PortInfo> ports =
        IntStream.rangeClosed(1, attributes.ports()).mapToObj(this::port).toList();
    return new DeviceInfo(
        device, Iwarp.is(device), attributes, ports, gids(), InlineTrial.of(this));
  }

  /** A new protection domain. */
  public ProtectionDomain protectionDomain() {
    return new ProtectionDomain(
        this,
        Queries.made("make a protection domain", made -> RdmaVerbs.rv_alloc_pd(struct(), made)));
  }

  /**
   * A new completion queue, to be polled.
   *
   * @param entries that it has to hold, from 1
   */
  public CompletionQueue completionQueue(int entries) {
    return CompletionQueue.create(this, entries);
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_close(struct);
  }
}
