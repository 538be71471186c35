// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.Transport;

/** What tests share of servers and clients over real sockets and real TLS. */
abstract class ListenerTrial {
  static final Request REQUEST =
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

  static Keys keys;

  @BeforeAll
  static void makeKeys() throws IOException {
    keys = Keys.shared();
  }

  static Loopback server(TlsSettings settings) throws IOException {
    return new Loopback(keys.server(), settings, Listener.Limits.DEFAULT, Loopback::answer);
  }

  static ControlChannel connect(Loopback server) throws IOException {
    return new TlsClient(keys.client(), TlsSettings.DEFAULT).connect("localhost", server.port());
  }

  static void serveWell(Loopback server) throws IOException {
    try (ControlChannel client = connect(server)) {
      client.send(REQUEST);
      client.receive(Bye.class);
      client.send(new Bye());
    }
    server.log.expectServed();
  }

  static void refused(Loopback server, Credentials credentials, String host, Reason reason)
      throws IOException {
    TlsClient client = new TlsClient(credentials, TlsSettings.DEFAULT);
    assertThatThrownBy(() -> client.connect(host, server.port()))
        .isInstanceOfSatisfying(
            SecureException.class, e -> assertThat(e.reason()).as(e.sentence()).isEqualTo(reason));
  }
}
