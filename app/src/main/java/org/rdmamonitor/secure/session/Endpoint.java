// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.AddressHandle;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.ConnectionTerms;
import org.rdmamonitor.nativelib.verbs.HostMemory;
import org.rdmamonitor.nativelib.verbs.MemoryKind;
import org.rdmamonitor.nativelib.verbs.MemoryRegion;
import org.rdmamonitor.nativelib.verbs.MemoryWindow;
import org.rdmamonitor.nativelib.verbs.ProtectionDomain;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.QueuePairOptions;
import org.rdmamonitor.nativelib.verbs.Resources;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.seal.Seal;
import org.rdmamonitor.secure.transfer.Lane;
import org.rdmamonitor.secure.transfer.LaneLayout;
import org.rdmamonitor.secure.transfer.Role;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.FreshNumbers;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Mtu;
import org.rdmamonitor.secure.wire.Port;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;
import org.rdmamonitor.secure.wire.RefusalCode;
import org.rdmamonitor.secure.wire.Region;
import org.rdmamonitor.secure.wire.TransferOption;
import org.rdmamonitor.secure.wire.Transport;

/**
 * What one end has for one client: a protection domain, completion queues, and for each lane a
 * queue pair, memory, its region and, if the device has them, a memory window of type 2. With a
 * window the rkey that the other end is told works on that queue pair only. Not safe for threads,
 * except for {@link #fail}.
 */
final class Endpoint implements AutoCloseable {
  private static final int BIND = 1;
  private static final FreshNumbers NUMBERS = new FreshNumbers();

  private final Attachment attachment;
  private final Request request;
  private final MemoryKind memoryKind;
  private final Set<Access> rights;
  private final int reads;
  private final ProtectionDomain domain;
  private final CompletionQueue sends;
  private final CompletionQueue receives;
  private final List<Part> parts = new ArrayList<>();
  private final Resources open =
      new Resources("not all of a client's RDMA resources could be freed");

  /** What a lane consists of. */
  private record Part(
      QueuePair queuePair,
      HostMemory memory,
      MemoryRegion region,
      Optional<MemoryWindow> window,
      Region opened,
      int psn,
      int qkey) {}

  /**
   * Makes all of it; nothing is connected yet.
   *
   * @throws VerbsException if the device or a limit of the system refuses; nothing is left then
   */
  Endpoint(
      Attachment attachment, Request request, TransferPlan plan, Role role, MemoryKind memory) {
    this.attachment = attachment;
    this.request = request;
    this.memoryKind = memory;
    this.rights = Rights.remote(request, role);
    this.reads =
        Math.min(
            255,
            Math.min(attachment.attributes().maxReads(), attachment.attributes().maxReadsAsked()));
    try {
      domain = open.keep(attachment.context().protectionDomain());
      int lanes = request.queuePairs();
      sends = open.keep(attachment.context().completionQueue(lanes * (plan.sends() + BIND)));
      receives =
          open.keep(attachment.context().completionQueue(Math.max(1, lanes * plan.receives())));
      LaneLayout layout = LaneLayout.of(plan, role);
      for (int i = 0; i < lanes; i++) {
        parts.add(part(plan, layout));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Part part(TransferPlan plan, LaneLayout layout) {
    HostMemory memory = open.keep(HostMemory.allocate(layout.bytes(), memoryKind));
    boolean opens = !rights.isEmpty();
    boolean windows = opens && attachment.attributes().hasWindows2();
    MemoryRegion region = open.keep(domain.register(memory, regionRights(opens, windows)));
    QueuePair pair =
        open.keep(
            domain.queuePair(
                new QueuePairOptions(
                    Translation.transport(request.transport()),
                    sends,
                    receives,
                    plan.sends() + BIND,
                    plan.receives(),
                    1,
                    plan.tuning().inline(),
                    false)));
    // Made after the queue pair, so that it is destroyed first: a queue pair cannot be destroyed
    // while a window is bound to it.
    Optional<MemoryWindow> window =
        windows ? Optional.of(open.keep(domain.window())) : Optional.empty();
    int rkey = window.map(MemoryWindow::nextRkey).orElse(region.rkey());
    Region opened =
        opens
            ? new Region(
                memory.start() + layout.openedOffset(),
                Integer.toUnsignedLong(rkey),
                layout.opened())
            : Region.NONE;
    return new Part(
        pair,
        memory,
        region,
        window,
        opened,
        isManaged() ? 0 : NUMBERS.psn(),
        request.transport() == Transport.UD ? NUMBERS.qkey() : 0);
  }

  /** If there is a window, the region itself is not open to the other end. */
  private Set<Access> regionRights(boolean opens, boolean windows) {
    Set<Access> result = EnumSet.of(Access.LOCAL_WRITE);
    if (windows) {
      result.add(Access.WINDOW_BIND);
    } else if (opens) {
      result.addAll(rights);
    }
    return result;
  }

  /** The device, port and address. */
  Attachment attachment() {
    return attachment;
  }

  /** Whether the connection manager connects. */
  private boolean isManaged() {
    return request.connection() == ConnectionMode.CONNECTION_MANAGER;
  }

  /** How many lanes there are. */
  int lanes() {
    return parts.size();
  }

  QueuePair queuePair(int lane) {
    return parts.get(lane).queuePair;
  }

  /** The parameters that the connection manager has to use. */
  ConnectionTerms terms() {
    Mtu own = Translation.port(attachment).mtu();
    return new ConnectionTerms(
        rights, Translation.mtu(least(own, request.mtu().orElse(own))), reads, reads);
  }

  /** What the other end has to know of the queue pairs. */
  List<QueuePairEndpoint> describe() {
    Port port = Translation.port(attachment);
    return parts.stream()
        .map(part ->
            new QueuePairEndpoint(
                isManaged() ? 0 : part.queuePair.number(),
                part.psn,
                part.qkey,
                port,
                reads,
                part.opened))
        .toList();
  }

  /**
   * Connects each queue pair with the other end's of its index, to RTS, and binds the windows.
   *
   * @throws VerbsException if that fails
   */
  void connect(List<QueuePairEndpoint> others) throws SessionException {
    for (int i = 0; i < parts.size(); i++) {
      checkDatagrams(mtu(others.get(i).port()));
      connect(parts.get(i), others.get(i));
      bind(i);
    }
  }

  private void checkDatagrams(Mtu mtu) throws SessionException {
    long bytes =
        request.sizes().last() + (request.wants(TransferOption.SEAL) ? Seal.OVERHEAD_BYTES : 0);
    if (request.transport() == Transport.UD && bytes > mtu.bytes()) {
      throw new SessionException(
          RefusalCode.NOT_ALLOWED,
          "datagrams of %d bytes do not fit the path MTU of %d; take a smaller size"
              .formatted(bytes, mtu.bytes()));
    }
  }

  private void connect(Part part, QueuePairEndpoint other) {
    int served = Math.min(reads, other.maxReadAtomic());
    Connection connection =
        Connection.of(
                Translation.route(attachment, other.port()),
                other.qpn(),
                Translation.mtu(mtu(other.port())),
                other.psn(),
                part.psn)
            .withReads(served, served);
    part.queuePair.initialize(attachment.port().number(), rights, part.qkey);
    part.queuePair.readyToReceive(connection);
    part.queuePair.readyToSend(connection);
  }

  /**
   * Opens a lane's memory to the other end, once it is connected.
   *
   * @throws VerbsException if the device refuses
   */
  void bind(int lane) throws SessionException {
    Part part = parts.get(lane);
    if (part.window.isPresent()) {
      Windows.bind(part.queuePair, sends, part.window.get(), part.region, part.opened, rights);
    }
  }

  /** The smallest of the wanted MTU and those of both ports. */
  private Mtu mtu(Port other) {
    Mtu both = least(Translation.port(attachment).mtu(), other.mtu());
    return least(both, request.mtu().orElse(both));
  }

  private static Mtu least(Mtu one, Mtu another) {
    return another.bytes() < one.bytes() ? another : one;
  }

  /**
   * The lanes, once connected.
   *
   * @param sealing of each lane by its index; empty where nothing is sealed
   */
  List<Lane> lanes(List<QueuePairEndpoint> others, List<Lane.Sealing> sealing) {
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      QueuePairEndpoint other = others.get(i);
      lanes.add(
          new Lane(
              i,
              part.queuePair,
              sends,
              receives,
              part.memory,
              part.region.lkey(),
              remote(other.region()),
              destination(other),
              sealing.isEmpty() ? Optional.empty() : Optional.of(sealing.get(i))));
    }
    return lanes;
  }

  private static Optional<Lane.Remote> remote(Region region) {
    return region.length() == 0
        ? Optional.empty()
        : Optional.of(new Lane.Remote(region.address(), (int) region.rkey(), region.length()));
  }

  private Optional<Lane.Destination> destination(QueuePairEndpoint other) {
    if (request.transport() != Transport.UD) {
      return Optional.empty();
    }
    AddressHandle handle =
        open.keep(domain.addressHandle(Translation.route(attachment, other.port())));
    return Optional.of(new Lane.Destination(handle, other.qpn(), other.qkey()));
  }

  /**
   * Makes everything that is posted end in failure, so that nobody waits for it; may be called by
   * any thread.
   */
  void fail() {
    for (Part part : parts) {
      try {
        part.queuePair.fail();
      } catch (VerbsException | IllegalStateException gone) {
        // Nothing is posted to it any more.
      }
    }
  }

  /** Destroys everything in reverse order, even if something fails on the way. */
  @Override
  public void close() {
    open.close();
  }
}
