// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.secure.seal.Direction;
import org.rdmamonitor.secure.seal.MessageOrder;
import org.rdmamonitor.secure.seal.Opener;
import org.rdmamonitor.secure.seal.Seal;
import org.rdmamonitor.secure.seal.SealKeys;
import org.rdmamonitor.secure.seal.Sealer;
import org.rdmamonitor.secure.tls.TlsSettings.Versions;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Welcome;

/** Keys that the two ends of a TLS connection share, and what is sealed with them. */
class SharedKeysTest extends ListenerTrial {
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

  /** TLS 1.2 has such keys where it has an extended master secret (RFC 7627), as here. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void whatOneEndSealsTheOtherOpens(String protocol) throws Exception {
    TlsSettings both = TlsSettings.DEFAULT.with(Versions.TLS_1_3_AND_1_2);
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
    try (Loopback server = new Loopback(keys.server(), both, Listener.Limits.DEFAULT, handler);
        SSLSocket socket = server.tls(keys.client(), both, protocol);
        ControlChannel client = handshake(socket)) {
      assertThat(client.cipher()).startsWith(protocol);
      isSealed.await();
      byte[] opened = new byte[4];
      SealKeys sealKeys = new SealKeys(client::exportKey);
      new Opener(sealKeys.key(Direction.SERVER_TO_CLIENT, 2), MessageOrder.STRICT)
          .open(sealed.flip(), ByteBuffer.wrap(opened));
      assertThat(opened).containsExactly(1, 2, 3, 4);
      client.send(new Bye());
    }
  }

  private static ControlChannel handshake(SSLSocket socket) throws IOException {
    socket.startHandshake();
    ControlChannel result =
        ControlChannel.over(socket, socket, TlsSettings.DEFAULT.messageTimeout());
    result.receive(Welcome.class);
    return result;
  }
}
