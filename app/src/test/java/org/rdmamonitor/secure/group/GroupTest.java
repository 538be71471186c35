// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.secure.tls.ConnectionLog;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.Keys;
import org.rdmamonitor.secure.tls.Listener;
import org.rdmamonitor.secure.tls.Peer;
import org.rdmamonitor.secure.tls.Reason;
import org.rdmamonitor.secure.tls.SecureException;
import org.rdmamonitor.secure.tls.TlsClient;
import org.rdmamonitor.secure.tls.TlsServer;
import org.rdmamonitor.secure.tls.TlsSettings;
import org.rdmamonitor.secure.wire.BarrierKind;
import org.rdmamonitor.secure.wire.Gid;
import org.rdmamonitor.secure.wire.GidType;
import org.rdmamonitor.secure.wire.GroupMessage.Join;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Mtu;
import org.rdmamonitor.secure.wire.Port;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;
import org.rdmamonitor.secure.wire.Region;

/** A server and members over real sockets and real TLS, with queue pairs that are numbers. */
class GroupTest {
  private static final int MEMBERS = 3;
  private static final Role ROLE =
      new Role(1, MEMBERS, BarrierKind.GFENCE, true, false, 1000, 10_000);

  private static Keys keys;

  private final List<Pretended> members = new ArrayList<>();
  private final List<FutureTask<Void>> clients = new ArrayList<>();
  private GroupServer group;
  private Listener listener;
  private FutureTask<Void> server;

  /** The queue pair of member 2 for member 1 is 201, and so on. */
  private static final class Pretended implements Member {
    final CountDownLatch runs = new CountDownLatch(1);
    final CountDownLatch end = new CountDownLatch(1);
    volatile List<Other> peers = List.of();
    volatile Optional<Role> role = Optional.empty();
    volatile Optional<String> failure = Optional.empty();
    volatile int self = -1;

    @Override
    public int tcpPort() {
      return 1000;
    }

    @Override
    public List<QueuePairEndpoint> make(Role role, int self, InetAddress local) {
      this.role = Optional.of(role);
      this.self = self;
      List<QueuePairEndpoint> result = new ArrayList<>();
      for (int peer = 0; peer < role.members(); peer++) {
        if (peer != self) {
          Port port = new Port(new Gid(1, self + 1), GidType.ROCE_V2, 0, Mtu.MTU_1024);
          Region region = new Region(4096, self + 1, 4096);
          result.add(new QueuePairEndpoint(100 * self + peer + 2, 1, 0, port, 16, region));
        }
      }
      return result;
    }

    @Override
    public void connect(List<Other> peers, long token) {
      this.peers = peers;
    }

    @Override
    public void run() throws IOException, InterruptedException {
      runs.countDown();
      end.await();
      if (failure.isPresent()) {
        throw new IOException(failure.get());
      }
    }

    @Override
    public void stop() {}
  }

  private static final class Silent implements ConnectionLog {
    @Override
    public void accepted(Peer peer) {}

    @Override
    public void refused(InetSocketAddress from, Reason reason, String line) {}

    @Override
    public void ended(Peer peer, Optional<String> trouble) {}

    @Override
    public void trouble(String line) {}
  }

  @BeforeAll
  static void makeKeys() throws IOException {
    keys = Keys.shared();
  }

  @BeforeEach
  void begin() throws IOException {
    Pretended first = new Pretended();
    members.add(first);
    group = new GroupServer(ROLE, first);
    listener =
        Listener.start(
            new TlsServer(keys.server(), TlsSettings.DEFAULT),
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
            Listener.Limits.DEFAULT,
            group::serve,
            new Silent());
    server =
        start(() -> {
          group.run();
          return null;
        });
  }

  @AfterEach
  void end() {
    listener.close();
  }

  private static FutureTask<Void> start(Callable<Void> what) {
    FutureTask<Void> task = new FutureTask<>(what);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private ControlChannel connect() throws IOException {
    return new TlsClient(keys.client(), TlsSettings.DEFAULT)
        .connect("localhost", listener.address().getPort());
  }

  private void join() {
    Pretended member = new Pretended();
    members.add(member);
    clients.add(
        start(() -> {
          try (ControlChannel channel = connect()) {
            new GroupClient(channel, member).run();
          }
          return null;
        }));
  }

  private void allRun() throws InterruptedException {
    join();
    join();
    for (Pretended member : members) {
      member.runs.await();
    }
  }

  private void allEnd() {
    members.forEach(member -> member.end.countDown());
  }

  @Test
  void everyMemberLearnsTheQueuePairThatEachOtherHasForIt() throws Exception {
    allRun();
    allEnd();

    server.get();
    for (FutureTask<Void> client : clients) {
      client.get();
    }
    assertThat(members).extracting(member -> member.self).containsExactlyInAnyOrder(0, 1, 2);
    for (Pretended member : members) {
      assertThat(member.role.orElseThrow().of(1)).isEqualTo(ROLE);
      assertThat(member.peers)
          .hasSize(MEMBERS - 1)
          .allSatisfy(peer -> {
            assertThat(peer.number()).isNotEqualTo(member.self);
            assertThat(peer.queuePair().qpn()).isEqualTo(100 * peer.number() + member.self + 2);
            assertThat(peer.queuePair().port().gid()).isEqualTo(new Gid(1, peer.number() + 1));
            assertThat(peer.address().isLoopbackAddress()).isTrue();
            assertThat(peer.tcpPort()).isEqualTo(1000);
          });
    }
  }

  @Test
  void aMemberThatFailsTellsAllOthersWhy() throws Exception {
    allRun();
    Pretended failing = members.get(1);
    failing.failure = Optional.of("the cable is gone");
    failing.end.countDown();

    String sentence = "member " + failing.self + ": the cable is gone";
    assertThatThrownBy(server::get).hasCauseInstanceOf(GroupException.class);
    assertThatThrownBy(server::get).hasRootCauseMessage("the other end refuses: the cable is gone");
    assertThatThrownBy(() -> clients.get(1).get())
        .rootCause()
        .isInstanceOf(SecureException.class)
        .hasMessage("the other end refuses: " + sentence);
    assertThatThrownBy(() -> clients.getFirst().get()).hasRootCauseMessage("the cable is gone");
  }

  @Test
  void theServersOwnFailureIsToldToAll() throws Exception {
    allRun();
    members.getFirst().failure = Optional.of("out of memory");
    members.getFirst().end.countDown();

    assertThatThrownBy(server::get).hasRootCauseMessage("out of memory");
    for (FutureTask<Void> client : clients) {
      assertThatThrownBy(client::get)
          .rootCause()
          .hasMessage("the other end refuses: member 0: out of memory");
    }
  }

  @Test
  void aMemberThatVanishesIsNamed() throws Exception {
    join();
    try (ControlChannel channel = connect()) {
      channel.send(new Join(1000));
      channel.receive(Role.class);
    }

    assertThatThrownBy(server::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .hasMessageMatching("member [12]: the other end closed the connection");
    assertThatThrownBy(() -> clients.getFirst().get())
        .rootCause()
        .hasMessageMatching("the other end refuses: member [12]: .*");
  }

  @Test
  void whoHasTooFewQueuePairsIsNamed() throws Exception {
    join();
    try (ControlChannel channel = connect()) {
      channel.send(new Join(1000));
      Role role = channel.receive(Role.class);
      List<QueuePairEndpoint> all =
          new Pretended().make(role, role.self(), InetAddress.ofLiteral("127.0.0.1"));
      channel.send(new Answer(all.subList(0, 1)));

      assertThatThrownBy(server::get)
          .cause()
          .hasMessage("member " + role.self() + ": it sent 1 queue pairs instead of 2");
    }
  }

  @Test
  void whoSpeaksOfOtherThingsTakesNoPlace() throws Exception {
    try (ControlChannel channel = connect()) {
      channel.send(new Bye());
      assertThatThrownBy(() -> channel.receive(Role.class))
          .isInstanceOf(SecureException.class)
          .hasMessageContaining("you sent BYE where JOIN was due");
    }
    allRun();
    allEnd();

    server.get();
  }

  @Test
  void whoComesTooLateIsToldThatAllAreThere() throws Exception {
    allRun();
    try (ControlChannel channel = connect()) {
      channel.send(new Join(1000));
      assertThatThrownBy(() -> channel.receive(Role.class))
          .isInstanceOf(SecureException.class)
          .hasMessageContaining("the group has all its members");
    }
    allEnd();

    server.get();
  }

  @Test
  void aMemberCanBeStoppedWhileItWaitsForOthers() throws Exception {
    try (ControlChannel channel = connect()) {
      GroupClient client = new GroupClient(channel, new Pretended());
      FutureTask<Void> task =
          start(() -> {
            client.run();
            return null;
          });
      client.stop();

      assertThatThrownBy(task::get).hasCauseInstanceOf(InterruptedException.class);
    }
  }
}
