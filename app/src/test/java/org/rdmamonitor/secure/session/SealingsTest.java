// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Security;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.secure.journal.Format;
import org.rdmamonitor.secure.journal.Journal;
import org.rdmamonitor.secure.keys.KeyPlan;
import org.rdmamonitor.secure.keys.Keygen;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.Credentials;
import org.rdmamonitor.secure.tls.Listener;
import org.rdmamonitor.secure.tls.SecureException;
import org.rdmamonitor.secure.tls.TlsClient;
import org.rdmamonitor.secure.tls.TlsServer;
import org.rdmamonitor.secure.tls.TlsSettings;
import org.rdmamonitor.secure.tls.TlsSettings.Versions;
import org.rdmamonitor.secure.transfer.Role;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.transfer.Tuning;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Offer;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.RefusalCode;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.TransferOption;
import org.rdmamonitor.secure.wire.Transport;

class SealingsTest {
  private static final TlsSettings BOTH = TlsSettings.DEFAULT.with(Versions.TLS_1_3_AND_1_2);
  private static final String SENTENCE =
      "nothing can be sealed over this connection, which has to be TLS 1.3, or TLS 1.2 with an"
          + " extended master secret: no keys can be derived from this TLS session: Exporters"
          + " require extended master secrets";

  private static TransferPlan plan() {
    Request request =
        new Request(
            1,
            Operation.SEND,
            Transport.RC,
            ConnectionMode.BY_HAND,
            Measure.BANDWIDTH,
            Sizes.of(64),
            Extent.ofIterations(10),
            1,
            16,
            Set.of(TransferOption.SEAL),
            Optional.empty());
    return TransferPlan.of(request, Tuning.DEFAULT);
  }

  @Test
  void withoutAnExtendedMasterSecretNothingIsSealed(@TempDir Path directory) throws Exception {
    Path keys = directory.resolve("keys");
    new Keygen().make(keys, KeyPlan.forThisHost(List.of()), Keygen.Existing.KEPT);
    CompletableFuture<SessionException> thrown = new CompletableFuture<>();
    Listener.Handler handler =
        channel -> {
          assertThat(channel.cipher()).startsWith("TLSv1.2 ");
          try (Sealings sealings = new Sealings(channel, plan(), Role.PASSIVE, 1)) {
            thrown.completeExceptionally(new AssertionError("keys: " + sealings.all()));
          } catch (SessionException e) {
            thrown.complete(e);
            channel.refuse(Refusal.of(e.code(), String.valueOf(e.getMessage())));
          }
        };
    Journal log = new Journal(new StringWriter(), Format.TEXT, Clock.systemUTC(), () -> {});
    try (Listener server =
        Listener.start(
            new TlsServer(Credentials.ofServer(keys), BOTH),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Listener.Limits.DEFAULT,
            handler,
            log)) {
      String said = OldClient.run(keys, server.address().getPort());

      assertThat(said.lines()).containsExactly(SENTENCE, "the other end refuses: " + SENTENCE);
      assertThat(thrown.join()).hasMessage(SENTENCE);
      assertThat(thrown.join().code()).isEqualTo(RefusalCode.NOT_ALLOWED);
    }
  }

  /** A client in a JVM of its own, for the setting is one of the whole JVM. */
  static final class OldClient {
    private OldClient() {}

    /** Returns what it has printed. */
    static String run(Path keys, int port) throws IOException, InterruptedException {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Djdk.tls.useExtendedMasterSecret=false",
                  "-cp",
                  System.getProperty("java.class.path"),
                  OldClient.class.getName(),
                  keys.toString(),
                  Integer.toString(port))
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
      return said;
    }

    public static void main(String... args) throws IOException {
      Security.setProperty("jdk.tls.disabledAlgorithms", "TLSv1.3");
      TlsClient client = new TlsClient(Credentials.ofClient(Path.of(args[0])), BOTH);
      try (ControlChannel channel = client.connect("localhost", Integer.parseInt(args[1]))) {
        assertThatThrownBy(() -> new Sealings(channel, plan(), Role.ACTIVE, 1))
            .isInstanceOfSatisfying(
                SessionException.class, e -> System.out.println(e.getMessage()));
        channel.receive(Offer.class);
      } catch (SecureException e) {
        System.out.println(e.sentence());
      }
    }
  }
}
