// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.litmus.hosts.Budget;
import org.rdmamonitor.litmus.hosts.HostServer;
import org.rdmamonitor.litmus.hosts.HostsBrokenException;
import org.rdmamonitor.litmus.hosts.Leader;
import org.rdmamonitor.litmus.hosts.Peer;
import org.rdmamonitor.litmus.hosts.SimulatedHost;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.run.Planner;
import org.rdmamonitor.litmus.run.RunResult;
import org.rdmamonitor.litmus.run.RunSettings;
import org.rdmamonitor.litmus.run.TestRun;
import org.rdmamonitor.litmus.run.Widening;
import org.rdmamonitor.secure.journal.Format;
import org.rdmamonitor.secure.journal.Journal;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.Keys;
import org.rdmamonitor.secure.tls.Listener;
import org.rdmamonitor.secure.tls.TlsClient;
import org.rdmamonitor.secure.tls.TlsServer;
import org.rdmamonitor.secure.tls.TlsSettings;
import org.rdmamonitor.secure.wire.GroupMessage.Join;
import org.rdmamonitor.secure.wire.Message.Ready;

/** A leader and a host over real TLS, with devices that are memory of this process. */
class TlsPeerTest {
  private static final Path SAMPLE = Path.of("../samples/litmus/L25.litmus");

  private final StringWriter log = new StringWriter();
  private final SimulatedHost here = new SimulatedHost("rxe0");
  private final SimulatedHost there = new SimulatedHost("rxe1");
  private final CountDownLatch over = new CountDownLatch(2);
  private Listener listener;

  @BeforeEach
  void listen() throws IOException {
    HostServer server = new HostServer(there, new Budget(1 << 30));
    listener =
        Listener.start(
            new TlsServer(Keys.shared().server(), TlsSettings.DEFAULT),
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
            new Listener.Limits(1, 8),
            channel -> server.serve(new TlsPeer(channel, "the leader")),
            new Journal(
                new PrintWriter(log, true), Format.TEXT, Clock.systemUTC(), over::countDown));
  }

  @AfterEach
  void close() {
    listener.close();
    assertThat(here.isFree()).isTrue();
    assertThat(there.isFree()).isTrue();
  }

  private ControlChannel connect() throws IOException {
    return new TlsClient(Keys.shared().client(), TlsSettings.DEFAULT)
        .connect("127.0.0.1", listener.address().getPort());
  }

  private Leader lead() throws IOException {
    return Leader.greet(here, List.of(new TlsPeer(connect(), "node1")));
  }

  private static RunResult run(Leader leader, int iterations, BooleanSupplier stop)
      throws Exception {
    RunSettings settings =
        new RunSettings(
            iterations, iterations, List.of(Widening.NONE), 7, Duration.ofSeconds(30), false);
    return new TestRun(
            Planner.plan(LitmusParser.parse("L25", Files.readString(SAMPLE))),
            leader,
            settings,
            stop,
            () -> 0)
        .run();
  }

  /** Never stops, but does something when it is asked for the so manieth time. */
  private static BooleanSupplier after(int times, Runnable action) {
    AtomicInteger asked = new AtomicInteger();
    return () -> {
      if (asked.incrementAndGet() == times) {
        action.run();
      }
      return false;
    };
  }

  @Test
  void oneLeaderIsServedAfterTheOther() throws Exception {
    for (int i = 0; i < 2; i++) {
      while (listener.counts().clients() > 0) {
        Thread.sleep(1); // the place of the last one is free a little after it is gone
      }
      try (Leader leader = lead()) {
        assertThat(run(leader, 100, () -> false).iterations()).isEqualTo(100);
        assertThat(run(leader, 10, () -> false).devices()).containsExactly("rxe0", "node1:rxe1");
      }
    }
    assertThat(over.await(Hanging.SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(log.toString()).contains("(CN=tester): ended\n").doesNotContain("ended: ");
  }

  @Test
  void aSecondLeaderIsToldThatThereIsOne() throws Exception {
    try (Leader _ = lead()) {
      assertThatThrownBy(this::lead)
          .satisfies(e ->
              assertThat(SecureFailure.of((Exception) e).map(SecureFailure::exitCode))
                  .contains(ExitCode.SERVER_FULL));
    }
  }

  @Test
  void aServerThatIsClosedEndsTheRun() throws Exception {
    try (Leader leader = lead()) {
      BooleanSupplier closing = after(30, listener::close);
      assertThatThrownBy(() -> run(leader, 100_000, closing))
          .isInstanceOfSatisfying(
              HostsBrokenException.class,
              e -> {
                assertThat(e.reason())
                    .hasMessage("node1: the other end refuses: the server is being closed");
                assertThat(SecureFailure.of(e.reason()).map(SecureFailure::exitCode))
                    .contains(ExitCode.RUNTIME);
              });
    }
  }

  @Test
  void aLeaderThatIsGoneIsToldOf() throws Exception {
    try (ControlChannel channel = connect();
        Leader leader = Leader.greet(here, List.of(new TlsPeer(channel, "node1")))) {
      BooleanSupplier closing = after(30, channel::close);
      assertThatThrownBy(() -> run(leader, 100_000, closing)).isInstanceOf(RuntimeException.class);
    }
    listener.close();
    assertThat(log.toString())
        .contains("ended: the leader: the other end closed the connection; its log says why\n");
  }

  @Test
  void anotherKindOfClientIsToldSo() throws Exception {
    try (ControlChannel channel = connect()) {
      channel.send(new Join(1));
      assertThatThrownBy(() -> channel.receive(Ready.class))
          .hasMessage("the other end refuses: you sent JOIN where TUNNELED was due");
    }
  }

  @Test
  void whatIsNoFrameIsRefused() throws Exception {
    try (Peer peer = new TlsPeer(connect(), "node1")) {
      peer.send(new byte[] {77});
      assertThatThrownBy(() -> peer.receive(Duration.ofSeconds(30)))
          .isInstanceOfSatisfying(
              SecureFailure.class,
              e -> {
                assertThat(e)
                    .hasMessage(
                        "node1: the other end refuses: you sent no valid frame of a litmus test:"
                            + " kind: 77 is not allowed; allowed: 1..16");
                assertThat(e.exitCode()).isEqualTo(ExitCode.REFUSED);
              });
    }
  }

  @Test
  void anUnknownVersionIsRefused() throws Exception {
    try (Peer peer = new TlsPeer(connect(), "node1")) {
      peer.send(new byte[] {1, 0, 9});
      assertThatThrownBy(() -> peer.receive(Duration.ofSeconds(30)))
          .isInstanceOfSatisfying(
              SecureFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.REFUSED))
          .hasMessageContaining("of version 9, of which only 1 is known here");
    }
  }
}
