// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.Message;
import org.rdmamonitor.secure.wire.Mutation;
import org.rdmamonitor.secure.wire.RandomMessages;

/** Bytes that were changed at random. */
class MutationsTest extends ListenerTrial {
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());
  private static final int MUTATED_HELLOS = 9600;
  private static final int MUTATED_MESSAGES = 400;

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
    engine.setSSLParameters(contexts.parameters(Contexts.Groups.ALL));
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), hello);
    byte[] result = new byte[hello.flip().remaining()];
    hello.get(result);
    return result;
  }
}
