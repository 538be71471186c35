// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Holdings;

/** Whatever comes over a socket, others are served, and nothing is counted that was not granted. */
@Tag("long")
class HostileClientsTest extends CollectorTrial {
  private void assertServes() throws IOException {
    assertThat(once("QP_CREATE")).isEqualTo("Success: QP created");
    assertThat(once("QP_DESTROY")).isEqualTo("Success: QP destroyed");
    assertThat(log.lines).noneMatch(line -> line.startsWith("trouble"));
  }

  @Test
  void randomBytes() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    start("qp=10");
    for (int i = 0; i < 300; i++) {
      byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 20_000 : 300)];
      random.nextBytes(bytes);
      try (SocketClient client = new SocketClient(socket())) {
        client.send(bytes);
        if (random.nextBoolean()) {
          client.endSending();
          client.line();
        }
      } catch (IOException cutOff) {
        assertThat(bytes.length).as("seed %d", seed).isGreaterThan(8000);
      }
    }
    assertServes();
    await(() -> collector.usage().total().equals(Amounts.NONE));
  }

  @Test
  void linesWithoutAnEnd() throws Exception {
    start("qp=10");
    try (SocketClient client = new SocketClient(socket())) {
      byte[] much = "QP_CREATE".repeat(100_000).getBytes(java.nio.charset.StandardCharsets.UTF_8);
      try {
        client.send(much);
      } catch (IOException cutOff) {
        assertThat(cutOff).hasMessageContaining("Broken pipe");
      }
    }
    await(() -> log.lines.contains("disconnected cut off: a line has at most 8192 bytes"));
    assertServes();
  }

  @Test
  void halfLines() throws Exception {
    start("qp=10");
    List<SocketClient> clients = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      SocketClient client = new SocketClient(socket());
      client.send("SHOW\nQP_CRE");
      clients.add(client);
    }
    assertServes();
    for (SocketClient client : clients) {
      client.close();
    }
    assertServes();
    await(() -> collector.usage().total().equals(Amounts.NONE));
  }

  @Test
  void byteByByte() throws Exception {
    start("qp=10");
    try (SocketClient client = new SocketClient(socket())) {
      client.send("SHOW\n");
      client.line();
      for (char c : "MR_CREATE 4096\nQP_CREATE\n".toCharArray()) {
        client.send(String.valueOf(c));
      }
      assertThat(client.line()).isEqualTo("Success: MR created");
      assertThat(client.line()).isEqualTo("Success: QP created");
    }
    assertThat(collector.usage().total()).isEqualTo(Holdings.amounts(1, 0, 1, 4096));
  }

  @Test
  void thousandsOfSilentConnections() throws Exception {
    perUser = 200;
    start("qp=10");
    List<SocketClient> clients = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      clients.add(new SocketClient(socket()));
      if (i % 500 == 0) {
        assertServes();
      }
    }
    assertServes();
    assertThat(clients.getFirst().line()).as("it gave way").isEmpty();
    for (SocketClient client : clients) {
      client.close();
    }
    assertServes();
  }

  @Test
  void connectionsThatAreClosedAtOnce() throws Exception {
    start("qp=100000");
    for (int i = 0; i < 3000; i++) {
      try (SocketClient client = new SocketClient(socket())) {
        if (i % 3 == 0) {
          client.send("QP_CREATE\n");
        }
      }
    }
    await(() -> queuePairs() == 0); // nobody has read that it was granted
    assertServes();
  }

  @Test
  void requestsWhoseAnswersNobodyReads() throws Exception {
    start("qp=10");
    try (SocketChannel client = SocketChannel.open(java.net.UnixDomainSocketAddress.of(socket()))) {
      client.configureBlocking(false);
      ByteBuffer requests =
          ByteBuffer.wrap("SHOW\n".repeat(1000).getBytes(java.nio.charset.StandardCharsets.UTF_8));
      while (client.write(requests.rewind()) > 0) {
        assertServes();
      }
      assertServes();
    }
  }

  @Test
  void requestsWithoutAPause() throws Exception {
    start("qp=10");
    AtomicBoolean isOver = new AtomicBoolean();
    List<Future<?>> floods = new ArrayList<>();
    try (ExecutorService flood = Executors.newCachedThreadPool()) {
      for (int i = 0; i < 4; i++) {
        floods.add(
            flood.submit(() -> {
              try (SocketClient client = new SocketClient(socket())) {
                String requests = "QP_CREATE\nQP_DESTROY\nNONSENSE\nCHECK_MEMORY 1\n".repeat(20);
                while (!isOver.get()) {
                  client.send(requests);
                  for (int j = 0; j < 80; j++) {
                    client.line();
                  }
                }
              }
              return null;
            }));
      }
      for (int i = 0; i < 200; i++) {
        assertThat(once("CHECK_MEMORY 1")).isEqualTo("Success: Memory check passed");
      }
      isOver.set(true);
      for (Future<?> one : floods) {
        one.get();
      }
    }
    assertServes();
  }
}
