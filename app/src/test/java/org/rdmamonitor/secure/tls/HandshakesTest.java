// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.secure.tls.TlsSettings.Versions;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.Message.Bye;

/** Which handshakes of TLS there are, and that each connection has one. */
class HandshakesTest extends ListenerTrial {
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
        SSLParameters parameters = contexts.parameters(Contexts.Groups.ALL);
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
}
