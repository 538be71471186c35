// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.secure.tls.TlsSettings.ClientCertificates;
import org.rdmamonitor.secure.wire.Message.Bye;

/** Whom a server and a client let in. */
class CertificatesTest extends ListenerTrial {
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

  /** Its client does not look at that before the server has. */
  @Test
  void aCertificateShownWithAnotherKeyIsRefused(@TempDir Path mixed) throws IOException {
    copy("ca.pem", mixed.resolve("ca.pem"));
    copy("client.pem", mixed.resolve("client.pem"));
    copy("server.key", mixed.resolve("client.key"));
    try (Loopback server = server(TlsSettings.DEFAULT)) {
      refused(server, Credentials.ofClientUnproven(mixed), "localhost", Reason.NOTHING_IN_COMMON);
      server.log.expectRefused(Reason.BROKEN_TLS, "signature");
      serveWell(server);
    }
    assertThatThrownBy(() -> Credentials.ofClient(mixed))
        .hasMessageContaining("is not the key of " + mixed.resolve("client.pem"));
  }

  private void copy(String name, Path to) throws IOException {
    Files.copy(keys.good().resolve(name), to, StandardCopyOption.COPY_ATTRIBUTES);
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
}
