// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_qp_attr;
import org.rdmamonitor.nativelib.generated.rv_region;

/** A protection domain: queue pairs reach the memory regions and windows of their own one only. */
public final class ProtectionDomain extends Resource {
  private static final int WINDOW_TYPE_2 = RdmaVerbs.IBV_MW_TYPE_2();

  ProtectionDomain(VerbsContext context, long address) {
    super("protection domain of " + context, address, context);
  }

  /**
   * Registers memory; it cannot be freed before the region is closed.
   *
   * @throws VerbsException if the memory may not be locked, with what to do, or if the device
   *     cannot register memory of this kind
   */
  public MemoryRegion register(HostMemory memory, Set<Access> access) {
    MemorySegment segment = memory.segment();
    if (memory.descriptor().isPresent()) {
      int descriptor = memory.descriptor().getAsInt();
      return register(
          "register " + memory,
          segment.address(),
          region ->
              RdmaVerbs.rv_reg_dmabuf_mr(
                  struct(),
                  0,
                  segment.byteSize(),
                  segment.address(),
                  descriptor,
                  Access.flags(access),
                  region),
          memory);
    }
    return register(
        "register " + memory,
        segment.address(),
        region ->
            RdmaVerbs.rv_reg_mr(
                struct(), segment.address(), segment.byteSize(), Access.flags(access), region),
        memory);
  }

  /** Registers native memory, which must not be freed before the region is closed. */
  public MemoryRegion register(MemorySegment memory, Set<Access> access) {
    if (!memory.isNative() || memory.byteSize() == 0) {
      throw new IllegalArgumentException(
          "only native memory of one byte or more can be registered");
    }
    return register(
        "register %d bytes".formatted(memory.byteSize()),
        memory.address(),
        region ->
            RdmaVerbs.rv_reg_mr(
                struct(), memory.address(), memory.byteSize(), Access.flags(access), region));
  }

  private interface Registration {
    int into(MemorySegment region);
  }

  private MemoryRegion register(
      String tried, long start, Registration registration, HostMemory... memory) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment region = rv_region.allocate(arena);
      int error = registration.into(region);
      if (error == LibC.ENOMEM() || error == LibC.EPERM()) {
        throw new VerbsException(tried, error, LockedMemory.remedy());
      }
      VerbsException.check(tried, error);
      Resource[] parents =
          memory.length == 0 ? new Resource[] {this} : new Resource[] {this, memory[0]};
      return new MemoryRegion(
          rv_region.object(region), start, rv_region.lkey(region), rv_region.rkey(region), parents);
    }
  }

  /** A new memory window of type 2, to be bound by a work request. */
  public MemoryWindow window() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment region = rv_region.allocate(arena);
      VerbsException.check(
          "make a memory window", RdmaVerbs.rv_alloc_mw(struct(), WINDOW_TYPE_2, region));
      return new MemoryWindow(this, rv_region.object(region), rv_region.rkey(region));
    }
  }

  /** A new queue pair, in the state RESET. */
  public QueuePair queuePair(QueuePairOptions options) {
    return QueuePair.create(this, options);
  }

  /** A new address handle: where datagrams are sent. */
  public AddressHandle addressHandle(Route route) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = rv_qp_attr.allocate(arena);
      QueuePairAttributes.setRoute(attr, route);
      return new AddressHandle(
          this,
          Queries.made(
              "make an address handle to " + route.destination(),
              made -> RdmaVerbs.rv_create_ah(struct(), attr, made)));
    }
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_dealloc_pd(struct);
  }
}
