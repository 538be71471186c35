// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.secure.seal.Direction;
import org.rdmamonitor.secure.seal.Opener;
import org.rdmamonitor.secure.seal.Order;
import org.rdmamonitor.secure.seal.Seal;
import org.rdmamonitor.secure.seal.SealKeys;
import org.rdmamonitor.secure.seal.Sealer;
import org.rdmamonitor.secure.tls.TlsSettings.ClientCertificates;
import org.rdmamonitor.secure.tls.TlsSettings.Versions;
import org.rdmamonitor.secure.wire.Bye;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message;
import org.rdmamonitor.secure.wire.Mutation;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.RandomMessages;
import org.rdmamonitor.secure.wire.Ready;
import org.rdmamonitor.secure.wire.Refusal;
import org.rdmamonitor.secure.wire.RefusalCode;
import org.rdmamonitor.secure.wire.Request;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.Transport;

/** Servers and clients over real sockets and real TLS, well-behaved and not. */
class ListenerTest {
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());
  private static final int MUTATED_HELLOS = 9600;
  private static final int MUTATED_MESSAGES = 400;
  private static final Request REQUEST =
      new Request(
          1,
          Operation.SEND,
          Transport.RC,
          ConnectionMode.BY_HAND,
          Measure.LATENCY,
          Sizes.of(64),
          Extent.ofMillis(10),
          1,
          16,
          Set.of(),
          Optional.empty());

  @TempDir private static Path directory;
  private static Keys keys;

  @BeforeAll
  static void makeKeys() throws IOException {
    keys = Keys.makeIn(directory);
  }

  private static Loopback server(TlsSettings settings) throws IOException {
    return new Loopback(keys.server(), settings, Listener.Limits.DEFAULT, Loopback::answer);
  }

  private static ControlChannel connect(Loopback server) throws IOException {
    return new TlsClient(keys.client(), TlsSettings.DEFAULT).connect("localhost", server.port());
  }

  private static void serveWell(Loopback server) throws IOException {
    try (ControlChannel client = connect(server)) {
      client.send(REQUEST);
      client.receive(Bye.class);
      client.send(new Bye());
    }
    server.log.expectServed();
  }

  private static void refused(Loopback server, Credentials credentials, String host, Reason reason)
      throws IOException {
    TlsClient client = new TlsClient(credentials, TlsSettings.DEFAULT);
    assertThatThrownBy(() -> client.connect(host, server.port()))
        .isInstanceOfSatisfying(
            SecureException.class, e -> assertThat(e.reason()).as(e.sentence()).isEqualTo(reason));
  }

  @Test
  void bothEndsKnowEachOtherAndShareKeysThatNobodyElseHas() throws Exception {
    List<byte[]> exported = new ArrayList<>();
    List<Peer> peers = new ArrayList<>();
    CountDownLatch done = new CountDownLatch(2);
    Listener.Handler handler =
        channel -> {
          synchronized (exported) {
            exported.add(channel.exportKey("EXPERIMENTAL test", new byte[] {1}, 32));
            peers.add(channel.peer());
          }
          done.countDown();
          channel.receive(Bye.class);
        };
    try (Loopback server =
        new Loopback(keys.server(), TlsSettings.DEFAULT, Listener.Limits.DEFAULT, handler)) {
      try (ControlChannel one = connect(server);
          ControlChannel other = connect(server)) {
        done.await();
        assertThat(one.cipher()).isEqualTo("TLSv1.3 TLS_AES_256_GCM_SHA384");
        assertThat(one.peer().subject())
            .hasValueSatisfying(name -> assertThat(name).startsWith("CN="));
        assertThat(peers.getFirst().subject()).contains("CN=tester");
        assertThat(exported)
            .containsExactlyInAnyOrder(
                one.exportKey("EXPERIMENTAL test", new byte[] {1}, 32),
                other.exportKey("EXPERIMENTAL test", new byte[] {1}, 32));
        assertThat(exported.get(0)).isNotEqualTo(exported.get(1));
        assertThat(exported)
            .doesNotContain(one.exportKey("EXPERIMENTAL test", new byte[] {2}, 32))
            .doesNotContain(one.exportKey("EXPERIMENTAL best", new byte[] {1}, 32));
        one.send(new Bye());
        other.send(new Bye());
      }
    }
  }

  @Test
  void whatOneEndSealsTheOtherOpens() throws Exception {
    ByteBuffer sealed = ByteBuffer.allocate(4 + Seal.OVERHEAD_BYTES);
    CountDownLatch isSealed = new CountDownLatch(1);
    Listener.Handler handler =
        channel -> {
          SealKeys sealKeys = new SealKeys(channel::exportKey);
          try (Sealer sealer = new Sealer(sealKeys.key(Direction.SERVER_TO_CLIENT, 2))) {
            sealer.seal(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), sealed);
          }
          isSealed.countDown();
          channel.receive(Bye.class);
        };
    try (Loopback server =
            new Loopback(keys.server(), TlsSettings.DEFAULT, Listener.Limits.DEFAULT, handler);
        ControlChannel client = connect(server)) {
      isSealed.await();
      byte[] opened = new byte[4];
      SealKeys sealKeys = new SealKeys(client::exportKey);
      new Opener(sealKeys.key(Direction.SERVER_TO_CLIENT, 2), Order.STRICT)
          .open(sealed.flip(), ByteBuffer.wrap(opened));
      assertThat(opened).containsExactly(1, 2, 3, 4);
      client.send(new Bye());
    }
  }

  @Test
  void aClientOfAnUnknownAuthorityIsRefused() throws IOException {
    try (Loopback server = server(TlsSettings.DEFAULT)) {
      refused(
          server,
          keys.trusting(keys.stranger(), "client"),
          "localhost",
          Reason.CERTIFICATE_REFUSED);
      server.log.expectRefused(Reason.UNKNOWN_CA, "'CN=stranger' is of an unknown CA");
      serveWell(server);
    }
  }

  @Test
  void aServerOfAnUnknownAuthorityIsRefused() throws IOException {
    try (Loopback server = server(TlsSettings.DEFAULT)) {
      refused(server, Credentials.ofClient(keys.stranger()), "localhost", Reason.UNKNOWN_CA);
      server.log.expectRefused(Reason.CERTIFICATE_REFUSED, "does not accept the certificate");
      serveWell(server);
    }
  }

  @Test
  void anExpiredCertificateIsRefusedWithItsDate() throws IOException {
    Credentials trusting = keys.trusting(keys.good(), "server");
    try (Loopback server =
        new Loopback(trusting, TlsSettings.DEFAULT, Listener.Limits.DEFAULT, Loopback::answer)) {
      refused(
          server, keys.trusting(keys.expired(), "client"), "localhost", Reason.CERTIFICATE_REFUSED);
      server.log.expectRefused(Reason.EXPIRED, "'CN=tester' has expired on 20");
      serveWell(server);
    }
    try (Loopback server =
        new Loopback(
            keys.trusting(keys.expired(), "server"),
            TlsSettings.DEFAULT,
            Listener.Limits.DEFAULT,
            Loopback::answer)) {
      refused(server, keys.trusting(keys.good(), "client"), "localhost", Reason.EXPIRED);
    }
  }

  @Test
  void aClientWithoutCertificateIsRefusedUnlessNoneIsAskedFor() throws IOException {
    Credentials none = Credentials.withoutIdentity(keys.good().resolve("ca.pem"));
    try (Loopback server = server(TlsSettings.DEFAULT)) {
      refused(server, none, "localhost", Reason.CERTIFICATE_REFUSED);
      server.log.expectRefused(Reason.NO_CERTIFICATE, "no certificate");
      serveWell(server);
    }
    try (Loopback server = server(TlsSettings.DEFAULT.with(ClientCertificates.NOT_ASKED_FOR));
        ControlChannel client =
            new TlsClient(none, TlsSettings.DEFAULT).connect("127.0.0.1", server.port())) {
      assertThat(server.log.next().line()).startsWith("127.0.0.1:").doesNotContain("CN=");
      client.send(REQUEST);
      client.receive(Bye.class);
    }
  }

  @Test
  void aServersCertificateIsNoClients() throws IOException {
    try (Loopback server = server(TlsSettings.DEFAULT)) {
      refused(server, keys.server(), "localhost", Reason.CERTIFICATE_REFUSED);
      server.log.expectRefused(Reason.BAD_CERTIFICATE, "is not accepted");
      serveWell(server);
    }
  }

  @Test
  void aServerOfAnotherNameIsRefused() throws IOException {
    try (Loopback server =
        new Loopback(
            keys.trusting(keys.stranger(), "server"),
            TlsSettings.DEFAULT,
            Listener.Limits.DEFAULT,
            Loopback::answer)) {
      Credentials client = keys.trusting(keys.good(), "client");
      for (String host : List.of("localhost", "127.0.0.1")) {
        refused(server, client, host, Reason.WRONG_HOST);
        server.log.expectRefused(Reason.CERTIFICATE_REFUSED, "does not accept");
      }
    }
    try (Loopback server = server(TlsSettings.DEFAULT)) {
      // An address of this host that the certificate does not have.
      refused(server, keys.client(), "127.0.0.2", Reason.UNREACHABLE);
    }
  }

  @Test
  void olderVersionsOfTlsAreRefusedUnlessSet() throws Exception {
    TlsSettings both = TlsSettings.DEFAULT.with(Versions.TLS_1_3_AND_1_2);
    try (Loopback server = server(TlsSettings.DEFAULT)) {
      try (SSLSocket old = server.tls(keys.client(), both, "TLSv1.2")) {
        assertThatThrownBy(old::startHandshake).hasMessageContaining("protocol_version");
      }
      server.log.expectRefused(Reason.PROTOCOL_TOO_OLD, "too old");
      tls11(server);
      server.log.expectRefused(Reason.PROTOCOL_TOO_OLD, "too old");
      serveWell(server);
    }
    try (Loopback server = server(both)) {
      try (SSLSocket old = server.tls(keys.client(), both, "TLSv1.2")) {
        old.startHandshake();
        assertThat(old.getSession().getProtocol()).isEqualTo("TLSv1.2");
        Codec.read(old.getInputStream());
        old.getOutputStream().write(Codec.encode(REQUEST));
        assertThat(Codec.read(old.getInputStream())).isEqualTo(new Bye());
        old.getOutputStream().write(Codec.encode(new Bye()));
      }
      server.log.expectServed();
      tls11(server);
      server.log.expectRefused(Reason.PROTOCOL_TOO_OLD, "too old");
      serveWell(server);
    }
  }

  /** The JDK makes no such handshake any more: a ClientHello by hand, without extensions. */
  private static void tls11(Loopback server) throws IOException {
    String hello = "0302" + "11".repeat(32) + "00" + "0002c014" + "0100";
    String handshake = "010000" + "%02x".formatted(hello.length() / 2) + hello;
    String hex = "160301" + "%04x".formatted(handshake.length() / 2) + handshake;
    try (Socket raw = server.plain()) {
      raw.getOutputStream().write(HexFormat.of().parseHex(hex));
      Loopback.drain(raw.getInputStream());
    }
  }

  @Test
  void noHandshakeIsMadeTwiceOnAConnection() throws Exception {
    TlsSettings both = TlsSettings.DEFAULT.with(Versions.TLS_1_3_AND_1_2);
    try (Loopback server = server(both)) {
      try (SSLSocket old = server.tls(keys.client(), both, "TLSv1.2")) {
        old.startHandshake();
        Codec.read(old.getInputStream());
        old.getSession().invalidate();
        assertThatThrownBy(
                () -> {
                  old.startHandshake();
                  old.getOutputStream().write(Codec.encode(REQUEST));
                  Codec.read(old.getInputStream());
                })
            .isInstanceOf(IOException.class);
      }
      assertThat(server.log.next().event()).isEqualTo("accepted");
      assertThat(server.log.next().line()).contains("ended: ");
      serveWell(server);
    }
  }

  @Test
  void noSessionIsResumed() throws Exception {
    TlsSettings both = TlsSettings.DEFAULT.with(Versions.TLS_1_3_AND_1_2);
    for (String protocol : List.of("TLSv1.3", "TLSv1.2")) {
      try (Loopback server = server(both)) {
        Contexts contexts = new Contexts(keys.client(), both);
        var factory = contexts.fresh().getSocketFactory(); // one for both, which remembers
        SSLParameters parameters = contexts.parameters();
        parameters.setProtocols(new String[] {protocol});
        List<Long> made = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          try (SSLSocket client =
              (SSLSocket) factory.createSocket(InetAddress.ofLiteral("127.0.0.1"), server.port())) {
            client.setSSLParameters(parameters);
            client.startHandshake();
            Codec.read(client.getInputStream());
            made.add(client.getSession().getCreationTime());
            client.getOutputStream().write(Codec.encode(REQUEST));
            Codec.read(client.getInputStream());
            client.getOutputStream().write(Codec.encode(new Bye()));
            Loopback.drain(client.getInputStream());
            Thread.sleep(2); // so that creation times, in milliseconds, differ
          }
          server.log.expectServed();
        }
        assertThat(made.get(0)).as(protocol).isNotEqualTo(made.get(1));
      }
    }
  }

  @Test
  void whoeverSpeaksSomethingElseIsRefused() throws IOException {
    try (Loopback server = server(TlsSettings.DEFAULT)) {
      for (String greeting :
          List.of("GET / HTTP/1.1\r\n\r\n", "SSH-2.0-x\r\n", "\0\0\0\0\0\0\0\0")) {
        try (Socket raw = server.plain()) {
          raw.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
          Loopback.drain(raw.getInputStream());
        }
        server.log.expectRefused(Reason.NOT_TLS, "does not speak TLS");
      }
      try (SSLSocket other = server.tls(keys.client(), TlsSettings.DEFAULT)) {
        SSLParameters parameters = other.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        other.setSSLParameters(parameters);
        assertThatThrownBy(other::startHandshake).isInstanceOf(IOException.class);
      }
      server.log.expectRefused(Reason.NOT_THIS_PROTOCOL, "not rdma-secure/1");
      try (SSLSocket other = server.tls(keys.client(), TlsSettings.DEFAULT)) {
        SSLParameters parameters = other.getSSLParameters();
        parameters.setApplicationProtocols(new String[0]);
        other.setSSLParameters(parameters);
        other.startHandshake();
        Loopback.drain(other.getInputStream());
      }
      server.log.expectRefused(Reason.NOT_THIS_PROTOCOL, "not rdma-secure/1");
      server.plain().close();
      server.log.expectRefused(Reason.CLOSED, "closed the connection");
      serveWell(server);
      server.log.expectNoMore();
      assertThat(server.listener.counts()).isEqualTo(new Listener.Counts(1, 6, 0, 0));
    }
  }

  @Test
  void silentAndSlowPeersAreTimedOutWhileOthersAreServed() throws IOException {
    TlsSettings impatient =
        TlsSettings.DEFAULT.withTimeouts(Duration.ofMillis(1500), Duration.ofSeconds(30));
    try (Loopback server = server(impatient);
        Socket silent = server.plain();
        Socket half = server.plain()) {
      half.getOutputStream().write(new byte[] {0x16, 0x03, 0x01, 0x40});
      serveWell(server);
      for (int i = 0; i < 2; i++) {
        server.log.expectRefused(Reason.TIMED_OUT, "no TLS handshake within 1.5 s");
      }
      assertThat(silent.getInputStream().read()).isNegative();
    }
  }

  @Test
  void aPeerThatIsSilentAfterItsHandshakeIsTimedOut() throws IOException {
    TlsSettings impatient =
        TlsSettings.DEFAULT.withTimeouts(Duration.ofSeconds(30), Duration.ofMillis(300));
    try (Loopback server = server(impatient);
        ControlChannel silent = connect(server)) {
      assertThat(server.log.next().event()).isEqualTo("accepted");
      assertThat(server.log.next().line())
          .contains("timed out: the other end did not send REQUEST within 0.3 s");
      assertThatThrownBy(() -> silent.receive(Bye.class)).isInstanceOf(SecureException.class);
      serveWell(server);
    }
  }

  @Test
  void theOldestUnfinishedHandshakeGivesWay() throws IOException {
    Listener.Limits limits = new Listener.Limits(10, 2);
    try (Loopback server =
            new Loopback(keys.server(), TlsSettings.DEFAULT, limits, Loopback::answer);
        Socket first = server.plain();
        Socket second = server.plain();
        Socket third = server.plain()) {
      server.log.expectRefused(Reason.GAVE_WAY, "the oldest of 2");
      assertThat(first.getInputStream().read()).isNegative();
      try (ControlChannel client = connect(server)) {
        server.log.expectRefused(Reason.GAVE_WAY, "the oldest of 2");
        client.send(REQUEST);
        client.receive(Bye.class);
        client.send(new Bye());
      }
      server.log.expectServed();
      assertThat(second.isConnected() && third.isConnected()).isTrue();
    }
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
  void mutatedHandshakesAndMessagesHarmNobody() throws Exception {
    try (Loopback server = server(TlsSettings.DEFAULT)) {
      Mutation mutation = new Mutation(SEED);
      byte[] hello = clientHello(server);
      for (int i = 0; i < MUTATED_HELLOS; i++) {
        try (Socket raw = server.plain()) {
          raw.getOutputStream().write(mutation.of(hello));
          raw.shutdownOutput();
          Loopback.drain(raw.getInputStream());
        } catch (IOException e) {
          // The server may close while it is being written to.
        }
      }
      for (int i = 0; i < MUTATED_HELLOS; i++) {
        Loopback.Entry entry = server.log.next();
        assertThat(entry.event()).as("seed %d", SEED).isEqualTo("refused");
        assertThat(entry.line()).matches("[\\x20-\\x7e]{1,600}");
      }
      serveWell(server);

      RandomMessages messages = new RandomMessages(SEED);
      Contexts contexts = new Contexts(keys.client(), TlsSettings.DEFAULT);
      for (int i = 0; i < MUTATED_MESSAGES; i++) {
        Message message = i % 2 == 0 ? REQUEST : messages.next();
        try (SSLSocket client = server.tls(contexts)) {
          client.startHandshake();
          Codec.read(client.getInputStream());
          client.getOutputStream().write(mutation.of(Codec.encode(message)));
          client.shutdownOutput();
          Loopback.drain(client.getInputStream());
        } catch (IOException e) {
          // The server may close while it is being written to.
        }
        assertThat(server.log.next().event()).as("seed %d", SEED).isEqualTo("accepted");
        Loopback.Entry ended = server.log.next();
        assertThat(ended.line()).as("seed %d", SEED).doesNotContain("error of this program");
      }
      serveWell(server);
      server.log.expectNoMore();
      assertThat(server.listener.counts())
          .isEqualTo(new Listener.Counts(2 + MUTATED_MESSAGES, MUTATED_HELLOS, 0, 0));
    }
  }

  private static byte[] clientHello(Loopback server) throws IOException {
    Contexts contexts = new Contexts(keys.client(), TlsSettings.DEFAULT);
    SSLEngine engine = contexts.fresh().createSSLEngine("localhost", server.port());
    engine.setUseClientMode(true);
    engine.setSSLParameters(contexts.parameters());
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), hello);
    byte[] result = new byte[hello.flip().remaining()];
    hello.get(result);
    return result;
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
