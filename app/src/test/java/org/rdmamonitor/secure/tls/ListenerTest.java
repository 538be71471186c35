// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Ready;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.RefusalCode;

/** Clients that are slow, many or out of turn, and the end of a listener. */
class ListenerTest extends ListenerTrial {
  @TempDir private static Path directory;

  @Test
  void silentAndSlowPeersAreTimedOutWhileOthersAreServed() throws IOException {
    TlsSettings impatient =
        TlsSettings.DEFAULT.withTimeouts(Duration.ofSeconds(8), Duration.ofSeconds(30));
    try (Loopback server = server(impatient);
        Socket silent = server.plain();
        Socket half = server.plain()) {
      half.getOutputStream().write(new byte[] {0x16, 0x03, 0x01, 0x40});
      serveWell(server);
      server.log.expectRefused(Reason.TIMED_OUT, "nothing came within 2.0 s");
      server.log.expectRefused(Reason.TIMED_OUT, "no TLS handshake within 8.0 s");
      assertThat(silent.getInputStream().read()).isNegative();
    }
  }

  @Test
  void aPeerThatIsSilentAfterItsHandshakeIsTimedOut() throws IOException {
    TlsSettings impatient =
        TlsSettings.DEFAULT.withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(3));
    try (Loopback server = server(impatient);
        ControlChannel silent = connect(server)) {
      assertThat(server.log.next().event()).isEqualTo("accepted");
      assertThat(server.log.next().line())
          .contains("timed out: the other end did not send REQUEST within 3.0 s");
      assertThatThrownBy(() -> silent.receive(Bye.class)).isInstanceOf(SecureException.class);
      serveWell(server);
    }
  }

  @Test
  void theOldestOfThoseThatHaveComeAsFarGivesWay() throws IOException {
    Listener.Limits limits = new Listener.Limits(10, 2);
    try (Loopback server =
            new Loopback(keys.server(), TlsSettings.DEFAULT, limits, Loopback::answer);
        Socket silent = server.plain();
        Socket first = begun(server);
        Socket second = begun(server);
        Socket third = begun(server)) {
      server.log.expectRefused(
          Reason.GAVE_WAY,
          "too many handshakes just begun, and this was the oldest of the address that has most");
      assertThat(first.getInputStream().read()).isNegative();
      try (ControlChannel client = connect(server)) {
        server.log.expectRefusedAndAccepted(Reason.GAVE_WAY, "the oldest of the address");
        client.send(REQUEST);
        client.receive(Bye.class);
        client.send(new Bye());
      }
      server.log.expectEndedWell();
      assertThat(second.getInputStream().read()).isNegative();
      assertThat(third.isConnected() && silent.isConnected()).isTrue();
    }
  }

  /** A connection of which the server has read something. */
  private static Socket begun(Loopback server) throws IOException {
    int before = server.listener.handshakes(Handshakes.Stage.BEGUN);
    Socket socket = server.plain();
    socket.getOutputStream().write(0x16);
    while (server.listener.handshakes(Handshakes.Stage.BEGUN) == before && before < 2) {
      Thread.onSpinWait();
    }
    return socket;
  }

  @Test
  void oneClientTooManyIsToldSo() throws Exception {
    Listener.Limits limits = new Listener.Limits(2, 64);
    try (Loopback server =
        new Loopback(keys.server(), TlsSettings.DEFAULT, limits, Loopback::answer)) {
      try (ControlChannel one = connect(server);
          ControlChannel two = connect(server)) {
        assertThat(server.log.next().event()).isEqualTo("accepted");
        assertThat(server.log.next().event()).isEqualTo("accepted");
        assertThatThrownBy(() -> connect(server))
            .isInstanceOfSatisfying(
                SecureException.class,
                e ->
                    assertThat(e.refusal())
                        .contains(
                            new Refusal(
                                RefusalCode.SERVER_FULL,
                                "the server is full: it serves 2 clients at a time")));
        server.log.expectRefused(Reason.SERVER_FULL, "(CN=tester): refused: the server is full");
        assertThat(server.listener.counts().clients()).isEqualTo(2);
        one.send(REQUEST);
        one.receive(Bye.class);
        one.send(new Bye());
        assertThat(server.log.next().line()).isEqualTo("well");
        two.refuse(new Refusal(RefusalCode.INTERNAL, "no more"));
        assertThat(server.log.next().line()).contains("ended: the other end refuses: no more");
      }
      serveWell(server);
    }
  }

  @Test
  void aMessageOutOfTurnIsRefusedInWords() throws IOException {
    try (Loopback server = server(TlsSettings.DEFAULT);
        ControlChannel client = connect(server)) {
      client.send(new Ready());
      assertThatThrownBy(() -> client.receive(Bye.class))
          .hasMessage("the other end refuses: you sent READY where REQUEST was due");
      assertThat(server.log.next().event()).isEqualTo("accepted");
      assertThat(server.log.next().line())
          .endsWith("ended: the other end sent READY where REQUEST was due");
    }
  }

  @Test
  void aHandlerThatFailsHarmsNobody() throws IOException {
    Listener.Handler failing =
        channel -> {
          channel.receive(Request.class);
          throw new IllegalStateException("broken");
        };
    try (Loopback server =
        new Loopback(keys.server(), TlsSettings.DEFAULT, new Listener.Limits(1, 8), failing)) {
      for (int i = 0; i < 3; i++) {
        try (ControlChannel client = connect(server)) {
          client.send(REQUEST);
          assertThatThrownBy(() -> client.receive(Bye.class)).isInstanceOf(SecureException.class);
        }
        assertThat(server.log.next().event()).isEqualTo("accepted");
        assertThat(server.log.next().line())
            .endsWith("an error of this program: java.lang.IllegalStateException: broken");
      }
    }
  }

  @Test
  void nothingIsLeftWhenAListenerIsClosed() throws Exception {
    long sockets = sockets();
    CountDownLatch isInterrupted = new CountDownLatch(1);
    Listener.Handler waiting =
        channel -> {
          try {
            channel.receive(Request.class);
            new CountDownLatch(1).await();
          } finally {
            isInterrupted.countDown();
          }
        };
    Loopback server =
        new Loopback(keys.server(), TlsSettings.DEFAULT, Listener.Limits.DEFAULT, waiting);
    try (Socket silent = server.plain();
        ControlChannel client = connect(server)) {
      assertThat(server.log.next().event()).isEqualTo("accepted");
      client.send(REQUEST);
      Thread reader =
          Thread.ofVirtual()
              .start(() ->
                  assertThatThrownBy(() -> client.receive(Bye.class))
                      .hasMessage("the other end refuses: the server is being closed"));
      server.close();
      isInterrupted.await();
      reader.join();
      assertThat(silent.getInputStream().read()).isNegative();
      assertThatThrownBy(server::plain).isInstanceOf(IOException.class);
    }
    assertThat(server.listener.counts().clients()).isZero();
    assertThat(server.listener.counts().handshakes()).isZero();
    assertThat(sockets()).isEqualTo(sockets);
    awaitNoThread("client-", "deadline");
  }

  private static long sockets() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.filter(ListenerTest::isSocket).count();
    }
  }

  private static boolean isSocket(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().startsWith("socket:");
    } catch (IOException e) {
      return false; // closed meanwhile, as the listing's own
    }
  }

  /** Threads that were interrupted take a moment to end. */
  private static void awaitNoThread(String... names) throws Exception {
    for (int attempt = 0; attempt < 200; attempt++) {
      Path dump = directory.resolve("threads-" + attempt);
      ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class)
          .dumpThreads(
              dump.toString(),
              com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
      String threads = Files.readString(dump);
      assertThat(threads).contains("virtual");
      if (Stream.of(names).noneMatch(name -> threads.contains("\"" + name))) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("threads are left");
  }
}
