// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.secure.keys.KeyAlgorithm;
import org.rdmamonitor.secure.keys.KeyPlan;
import org.rdmamonitor.secure.keys.Keygen;
import org.rdmamonitor.secure.tls.Contexts.Groups;
import org.rdmamonitor.secure.tls.TlsSettings.Versions;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Welcome;

/** In which groups a client agrees on keys. */
class GroupsTest extends ListenerTrial {
  /** Extension key_share: one entry, of x25519, with 32 bytes (RFC 8446, section 4.2.8). */
  private static final String ONE_SHARE = "00330026" + "0024" + "001d" + "0020";

  /** A server that knows other groups. Its handshakes are, in order, those that came about. */
  private static final class Other implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"));
    private final Contexts contexts = new Contexts(keys.server(), TlsSettings.DEFAULT);
    private final List<Boolean> handshakes = new ArrayList<>();
    private final CompletableFuture<Void> end;

    Other(String... groups) throws IOException {
      end = CompletableFuture.runAsync(() -> serve(groups), task -> Thread.ofVirtual().start(task));
    }

    private void serve(String... groups) {
      while (true) {
        try (Socket raw = socket.accept()) {
          handshakes.add(greet(raw, groups));
        } catch (IOException e) {
          return; // closed
        }
      }
    }

    private boolean greet(Socket raw, String... groups) throws IOException {
      try (SSLSocket tls =
          (SSLSocket) contexts.fresh().getSocketFactory().createSocket(raw, null, true)) {
        SSLParameters parameters = contexts.parameters(Groups.ALL);
        parameters.setNamedGroups(groups);
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        tls.getOutputStream().write(Codec.encode(Welcome.ofThisVersion()));
        Loopback.drain(tls.getInputStream());
        return true;
      } catch (SSLException e) {
        return false;
      }
    }

    int port() {
      return socket.getLocalPort();
    }

    List<Boolean> handshakes() throws IOException {
      socket.close();
      end.join();
      return handshakes;
    }

    @Override
    public void close() throws IOException {
      handshakes();
    }
  }

  @Test
  void aServerWithAnotherGroupIsConnectedToAtTheSecondAttempt() throws IOException {
    try (Other server = new Other("secp384r1")) {
      new TlsClient(keys.client(), TlsSettings.DEFAULT).connect("localhost", server.port()).close();
      assertThat(server.handshakes()).containsExactly(false, true);
    }
  }

  @Test
  void aServerWithTheFirstGroupIsConnectedToAtTheFirstAttempt() throws IOException {
    try (Other server = new Other("secp256r1", "x25519")) {
      new TlsClient(keys.client(), TlsSettings.DEFAULT).connect("localhost", server.port()).close();
      assertThat(server.handshakes()).containsExactly(true);
    }
  }

  /** Those that RFC 8446 and the JDK have for it, and one that is of something else. */
  @ParameterizedTest
  @CsvSource({"40, 2", "71, 2", "10, 2", "109, 2", "80, 1"})
  void anAlertThatMayBeOfTheGroupIsNotTheEnd(int alert, int attempts) throws IOException {
    byte[] fatal = {0x15, 3, 3, 0, 2, 2, (byte) alert};
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      AtomicInteger accepted = new AtomicInteger();
      Thread.ofVirtual()
          .start(() -> {
            while (true) {
              try (Socket raw = server.accept()) {
                accepted.incrementAndGet();
                raw.getOutputStream().write(fatal);
                Loopback.drain(raw.getInputStream());
              } catch (IOException e) {
                return; // closed
              }
            }
          });
      TlsClient client = new TlsClient(keys.client(), TlsSettings.DEFAULT);
      assertThatThrownBy(() -> client.connect("localhost", server.getLocalPort()))
          .hasMessageStartingWith("the other end broke");
      assertThat(accepted).hasValue(attempts);
    }
  }

  @Test
  void whatAServerSaidIsToldIfItListensNoMore() throws IOException {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
    int port = server.getLocalPort();
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(() -> breakOff(server), task -> Thread.ofVirtual().start(task));
    TlsClient client = new TlsClient(keys.client(), TlsSettings.DEFAULT);
    assertThatThrownBy(() -> client.connect("localhost", port))
        .hasMessage("the other end broke the handshake off (handshake_failure)");
    end.join();
  }

  /** Of the first client, when no other can come. */
  private static void breakOff(ServerSocket server) {
    try (Socket raw = acceptOne(server)) {
      raw.getOutputStream().write(new byte[] {0x15, 3, 3, 0, 2, 2, 40});
      Loopback.drain(raw.getInputStream());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Socket acceptOne(ServerSocket server) throws IOException {
    try (server) {
      return server.accept();
    }
  }

  @Test
  void thatNoGroupIsInCommonIsSaidAfterBothAttempts() throws IOException {
    try (Other server = new Other("secp521r1")) {
      TlsClient client = new TlsClient(keys.client(), TlsSettings.DEFAULT);
      assertThatThrownBy(() -> client.connect("localhost", server.port()))
          .isInstanceOf(SecureException.class)
          .hasMessageStartingWith("the other end broke");
      assertThat(server.handshakes()).containsExactly(false, false);
    }
  }

  /** A key for P-256 would be made in vain. */
  @Test
  void aClientMakesOneKeyInAdvance() throws IOException {
    assertThat(firstWords(TlsSettings.DEFAULT)).contains(ONE_SHARE);
    assertThat(firstWords(TlsSettings.DEFAULT.with(Versions.TLS_1_3_AND_1_2)))
        .contains("0033")
        .doesNotContain(ONE_SHARE);
  }

  /** What a client sends before it hears anything, in hexadecimal digits. */
  private static String firstWords(TlsSettings settings) throws IOException {
    TlsClient client = new TlsClient(keys.client(), settings);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      CompletableFuture<byte[]> heard =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket raw = server.accept()) {
                  byte[] header = raw.getInputStream().readNBytes(5);
                  return raw.getInputStream().readNBytes(ByteBuffer.wrap(header, 3, 2).getShort());
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              },
              task -> Thread.ofVirtual().start(task));
      assertThatThrownBy(() -> client.connect("localhost", server.getLocalPort()))
          .isInstanceOf(SecureException.class);
      return HexFormat.of().formatHex(heard.join());
    }
  }

  @Test
  void keysOfEitherAlgorithmConnect(@TempDir Path place) throws IOException {
    for (KeyAlgorithm algorithm : KeyAlgorithm.values()) {
      Path directory = place.resolve(algorithm.word());
      KeyPlan plan = KeyPlan.forThisHost(List.of()).with(algorithm);
      new Keygen().make(directory, plan, Keygen.Existing.KEPT);
      try (Loopback server =
              new Loopback(
                  Credentials.ofServer(directory),
                  TlsSettings.DEFAULT,
                  Listener.Limits.DEFAULT,
                  Loopback::answer);
          ControlChannel client =
              new TlsClient(Credentials.ofClient(directory), TlsSettings.DEFAULT)
                  .connect("localhost", server.port())) {
        client.send(REQUEST);
        client.receive(Bye.class);
        client.send(new Bye());
        server.log.expectServed();
      }
    }
  }
}
