// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.verbs.Gid;
import org.rdmamonitor.nativelib.verbs.Mtu;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.secure.group.Member;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.DeviceChoice;
import org.rdmamonitor.secure.wire.BarrierKind;
import org.rdmamonitor.secure.wire.FreshNumbers;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.Port;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;
import org.rdmamonitor.secure.wire.Region;
import org.rdmamonitor.sst.BarrierVariant;
import org.rdmamonitor.sst.measure.BarrierPlan;
import org.rdmamonitor.sst.measure.BarrierResult;
import org.rdmamonitor.sst.measure.MemberRun;
import org.rdmamonitor.sst.measure.TcpMesh;
import org.rdmamonitor.sst.verbs.PeerAddress;
import org.rdmamonitor.sst.verbs.VerbsFabric;

/** A member of a barrier on one of several hosts. For one thread, but for {@link #stop}. */
final class BarrierMember implements Member, AutoCloseable {
  /** A connection that another member makes waits until this one has come so far, too. */
  private static final int BACKLOG = Role.MOST_MEMBERS;

  private static final FreshNumbers NUMBERS = new FreshNumbers();

  private final Verbs verbs;
  private final DeviceChoice choice;
  private final ServerSocket listener;
  private @Nullable Attachment attachment;
  private @Nullable VerbsFabric fabric;
  private @Nullable BarrierPlan plan;
  private boolean isCompared;
  private volatile @Nullable TcpMesh mesh;
  private @Nullable BarrierResult outcome;

  /**
   * One that has nothing yet.
   *
   * @throws IOException if there is no TCP port for it
   */
  BarrierMember(Verbs verbs, DeviceChoice choice) throws IOException {
    this.verbs = verbs;
    this.choice = choice;
    this.listener = new ServerSocket(0, BACKLOG);
  }

  /** What a server tells its members. */
  static Role role(BarrierPlan plan, boolean isCompared) {
    return new Role(
        1,
        plan.members(),
        BarrierKind.valueOf(plan.variant().name()),
        plan.verifies(),
        isCompared,
        plan.iterations(),
        plan.limit().toMillis());
  }

  static BarrierPlan plan(Role role) {
    return new BarrierPlan(
        role.members(),
        (int) role.iterations(),
        BarrierVariant.valueOf(role.variant().name()),
        Duration.ofMillis(role.limitMillis()),
        role.verifies());
  }

  @Override
  public int tcpPort() {
    return listener.getLocalPort();
  }

  @Override
  public List<QueuePairEndpoint> make(Role role, int self, InetAddress local) {
    BarrierPlan wanted = plan(role);
    plan = wanted;
    isCompared = role.compares();
    Attachment own = Attachment.open(verbs, choice, local, Optional.empty());
    attachment = own;
    VerbsFabric made = VerbsFabric.open(BarrierDevice.port(own), wanted.layout(), self);
    fabric = made;
    List<QueuePairEndpoint> endpoints = new ArrayList<>();
    for (int peer = 0; peer < role.members(); peer++) {
      if (peer != self) {
        endpoints.add(endpoint(own.toWire(), made.address(peer, NUMBERS.psn()), wanted));
      }
    }
    return endpoints;
  }

  private static QueuePairEndpoint endpoint(Port port, PeerAddress address, BarrierPlan plan) {
    return new QueuePairEndpoint(
        address.queuePair(),
        address.psn(),
        0,
        port,
        address.reads(),
        new Region(address.start(), Integer.toUnsignedLong(address.rkey()), plan.layout().bytes()));
  }

  private static PeerAddress address(QueuePairEndpoint endpoint) {
    return new PeerAddress(
        endpoint.qpn(),
        endpoint.psn(),
        Gid.of(endpoint.port().gid().bytes()),
        endpoint.port().lid(),
        Mtu.valueOf(endpoint.port().mtu().name()),
        Math.max(1, endpoint.maxReadAtomic()),
        endpoint.region().address(),
        (int) endpoint.region().rkey());
  }

  @Override
  public void connect(List<Other> peers, long token) throws IOException {
    VerbsFabric own = Objects.requireNonNull(fabric);
    List<Optional<InetSocketAddress>> addresses = new ArrayList<>();
    for (int i = 0; i < own.members(); i++) {
      addresses.add(Optional.empty());
    }
    for (Other peer : peers) {
      own.connect(peer.number(), address(peer.queuePair()));
      addresses.set(
          peer.number(), Optional.of(new InetSocketAddress(peer.address(), peer.tcpPort())));
    }
    if (isCompared) {
      try {
        mesh = TcpMesh.connect(listener, own.self(), addresses, token, plan().limit());
      } catch (IOException e) {
        throw SecureFailure.atRunTime(
            "the members cannot connect over TCP, to be compared with: %s; --alone does without"
                .formatted(e.getMessage()));
      }
    }
  }

  @Override
  public void run() throws IOException, InterruptedException {
    try {
      MemberRun run =
          new MemberRun(Objects.requireNonNull(fabric), plan(), Optional.ofNullable(mesh));
      outcome = run.run();
    } catch (TimeoutException e) {
      throw SecureFailure.atRunTime(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void stop() {
    TcpMesh present = mesh;
    if (present != null) {
      present.close();
    }
  }

  /** What all do, once it was told. */
  BarrierPlan plan() {
    return Objects.requireNonNull(plan);
  }

  /** Its device, once it was made. */
  Attachment attachment() {
    return Objects.requireNonNull(attachment);
  }

  int self() {
    return Objects.requireNonNull(fabric).self();
  }

  boolean isCompared() {
    return isCompared;
  }

  /** What came of it, once it has run. */
  BarrierResult outcome() {
    return Objects.requireNonNull(outcome);
  }

  @Override
  public void close() throws IOException {
    stop();
    try (ServerSocket _ = listener;
        Attachment _ = attachment;
        VerbsFabric _ = fabric) {
      fabric = null;
      attachment = null;
    }
  }
}
