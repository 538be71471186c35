// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.AddressHandle;
import org.rdmamonitor.nativelib.verbs.Addresses;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.HostMemory;
import org.rdmamonitor.nativelib.verbs.MemoryRegion;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.ProtectionDomain;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.QueuePairOptions;
import org.rdmamonitor.nativelib.verbs.Route;
import org.rdmamonitor.nativelib.verbs.Transport;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.secure.seal.Direction;
import org.rdmamonitor.secure.seal.Opener;
import org.rdmamonitor.secure.seal.SealKeys;
import org.rdmamonitor.secure.seal.Sealer;

/** One end in the lab: what a session has, without a session. */
final class LabEnd implements AutoCloseable {
  private static final int QKEY = 0x11223344;
  private static final int PSN = 0x654321;

  final Role role;
  private final TransferPlan plan;
  private final LaneLayout layout;
  private final PortInfo port;
  private final Route fromHere;
  private final ProtectionDomain domain;
  private final CompletionQueue sends;
  private final CompletionQueue receives;
  private final List<QueuePair> queuePairs = new ArrayList<>();
  private final List<HostMemory> memories = new ArrayList<>();
  private final List<MemoryRegion> regions = new ArrayList<>();
  private final Deque<AutoCloseable> closers = new ArrayDeque<>();

  LabEnd(VerbsContext context, TransferPlan plan, Role role, int lanes) {
    this.plan = plan;
    this.role = role;
    this.layout = LaneLayout.of(plan, role);
    Addresses.Address address = Addresses.choose(context.info()).orElseThrow();
    this.port = address.port();
    this.fromHere = Route.to(port.number(), address.gid().index(), address.gid().gid());
    this.domain = closing(context.protectionDomain());
    this.sends = closing(context.completionQueue(lanes * plan.sends()));
    this.receives = closing(context.completionQueue(Math.max(1, lanes * plan.receives())));
    Set<Access> access =
        EnumSet.of(
            Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ, Access.REMOTE_ATOMIC);
    Transport transport = transport();
    for (int i = 0; i < lanes; i++) {
      HostMemory memory = closing(HostMemory.allocate(layout.bytes()));
      memories.add(memory);
      regions.add(closing(domain.register(memory, access)));
      QueuePairOptions options =
          new QueuePairOptions(
              transport, sends, receives, plan.sends(), plan.receives(), 1, 220, false);
      QueuePair queuePair = closing(domain.queuePair(options));
      queuePairs.add(queuePair);
      Set<Access> remote =
          transport == Transport.RC ? access : EnumSet.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE);
      queuePair.initialize(port.number(), remote, QKEY);
    }
  }

  private <T extends AutoCloseable> T closing(T made) {
    closers.push(made);
    return made;
  }

  private Transport transport() {
    return Transport.valueOf(plan.transport().name());
  }

  /** Brings the queue pairs up. */
  List<Lane> connect(LabEnd other) throws IOException {
    Route route = Route.to(port.number(), fromHere.gidIndex(), other.fromHere.destination());
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < queuePairs.size(); i++) {
      QueuePair own = queuePairs.get(i);
      QueuePair others = other.queuePairs.get(i);
      Connection connection =
          Connection.of(route, others.number(), port.activeMtu(), PSN, PSN).withReads(16, 16);
      own.readyToReceive(connection);
      own.readyToSend(connection);
      lanes.add(lane(other, i, route, others));
    }
    return lanes;
  }

  private Lane lane(LabEnd other, int i, Route route, QueuePair others) throws IOException {
    Lane.Remote remote =
        new Lane.Remote(
            other.memories.get(i).start() + other.layout.openedOffset(),
            other.regions.get(i).rkey(),
            other.layout.opened());
    Optional<Lane.Destination> destination = Optional.empty();
    if (transport() == Transport.UD) {
      AddressHandle handle = closing(domain.addressHandle(route));
      destination = Optional.of(new Lane.Destination(handle, others.number(), QKEY));
    }
    return new Lane(
        i,
        queuePairs.get(i),
        sends,
        receives,
        memories.get(i),
        regions.get(i).lkey(),
        layout.own() > 0 ? Optional.of(remote) : Optional.empty(),
        destination,
        plan.sealed() ? Optional.of(sealing(i)) : Optional.empty());
  }

  private Lane.Sealing sealing(int i) throws IOException {
    SealKeys keys = new SealKeys(LabEnd::export);
    Direction out = role == Role.ACTIVE ? Direction.CLIENT_TO_SERVER : Direction.SERVER_TO_CLIENT;
    Direction in = role == Role.ACTIVE ? Direction.SERVER_TO_CLIENT : Direction.CLIENT_TO_SERVER;
    return new Lane.Sealing(
        closing(new Sealer(keys.key(out, i))), closing(new Opener(keys.key(in, i), plan.order())));
  }

  private static byte[] export(String label, byte[] context, int length) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-512");
      return Arrays.copyOf(digest.digest(context), length);
    } catch (GeneralSecurityException e) {
      throw new IOException(label, e);
    }
  }

  @Override
  public void close() {
    while (!closers.isEmpty()) {
      try {
        closers.pop().close();
      } catch (Exception failure) {
        throw new IllegalStateException(failure);
      }
    }
  }
}
