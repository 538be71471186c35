// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.Hanging;

class UnixSocketTest {
  private static final Duration LONG = Hanging.LIMIT;
  private static final byte[] HELLO = "hello".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;
  private Path path;
  private UnixSocket listener;
  private UnixSocket client;
  private UnixSocket server;

  @BeforeEach
  void connect() {
    path = directory.resolve("socket");
    listener = UnixSocket.bind(path);
    listener.listen(8);
    assertThat(listener.accept()).isEmpty();
    client = UnixSocket.connect(path);
    server = listener.accept().orElseThrow();
  }

  @AfterEach
  void close() {
    server.close();
    client.close();
    listener.close();
  }

  @Test
  void theOtherEndIsKnown() throws IOException {
    int pid = (int) ProcessHandle.current().pid();
    int uid = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");

    assertThat(server.peer().pid()).isEqualTo(pid);
    assertThat(server.peer().uid()).isEqualTo(uid);
    assertThat(client.peer().pid()).isEqualTo(pid);
    try (PidFd process = server.peerProcess().orElseThrow()) {
      assertThat(process.hasEnded()).isFalse();
    }
  }

  @Test
  void withoutTheNewerCallItIsKnownWhileItIsConnected() {
    try (PidFd process = server.peerProcessByNumber().orElseThrow()) {
      assertThat(process.hasEnded()).isFalse();
    }
    assertThat(server.isHungUp()).isFalse();
    client.close();
    assertThat(server.isHungUp()).isTrue();
    assertThat(server.peerProcessByNumber()).isEmpty();
  }

  @Test
  void whatIsSentArrivesAndThenTheEnd() {
    byte[] received = new byte[10];

    assertThat(server.receive(received, 0, 10)).isEqualTo(UnixSocket.LATER);
    assertThat(client.send(HELLO, 0, HELLO.length)).isEqualTo(HELLO.length);
    assertThat(server.receive(received, 2, 4)).isEqualTo(4);
    assertThat(new String(received, 2, 4, StandardCharsets.UTF_8)).isEqualTo("hell");
    client.close();
    assertThat(server.receive(received, 0, 10)).isEqualTo(1);
    assertThat(server.receive(received, 0, 10)).isZero();
    assertThatThrownBy(() -> server.send(HELLO, 0, 1)).hasMessageContaining("Broken pipe");
  }

  @Test
  void whoClosesWithoutReadingIsFoundOut() {
    server.send(HELLO, 0, HELLO.length);
    client.close();

    assertThatThrownBy(() -> server.receive(new byte[1], 0, 1))
        .isInstanceOf(NativeException.class)
        .hasMessageContaining("Connection reset");
  }

  @Test
  void thereIsNotAlwaysRoom() {
    byte[] much = new byte[1 << 20];
    int count = client.send(much, 0, much.length);
    while (count != UnixSocket.LATER) {
      count = client.send(much, 0, much.length);
    }

    assertThat(count).isEqualTo(UnixSocket.LATER);
  }

  @Test
  void aSocketWithoutAListenerRefuses() {
    listener.close();

    assertThatThrownBy(() -> UnixSocket.connect(path))
        .isInstanceOfSatisfying(
            NativeException.class, e -> assertThat(e.isConnectionRefused()).isTrue());
    assertThatThrownBy(() -> UnixSocket.bind(path)).hasMessageContaining("in use");
    assertThatThrownBy(() -> UnixSocket.connect(Path.of("/" + "x".repeat(200))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aVirtualThreadWaitsUntilSomethingComes() throws InterruptedException {
    try (Readiness readiness = new Readiness()) {
      CountDownLatch done = new CountDownLatch(3);
      Thread.ofVirtual()
          .start(() -> {
            try (Readiness.Wait wait = readiness.on(server)) {
              for (int i = 0; i < 3; i++) {
                while (server.receive(new byte[1], 0, 1) == UnixSocket.LATER) {
                  if (!wait.toReceive(LONG)) {
                    return;
                  }
                }
                done.countDown();
              }
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      for (int i = 0; i < 3; i++) {
        client.send(HELLO, i, 1);
      }

      assertThat(done.await(Hanging.SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void nothingThatComesIsToldToo() throws InterruptedException {
    try (Readiness readiness = new Readiness();
        Readiness.Wait wait = readiness.on(server)) {
      assertThat(wait.toReceive(Duration.ofMillis(1))).isFalse();
      assertThat(wait.toSend(LONG)).isTrue();
      server.hangUp();
      assertThat(wait.toReceive(LONG)).isTrue();
      assertThat(server.receive(new byte[1], 0, 1)).isZero();
    }
  }

  @Test
  void closingWakesWhoWaits() throws InterruptedException {
    Readiness readiness = new Readiness();
    CountDownLatch done = new CountDownLatch(1);
    Thread waiter =
        Thread.ofVirtual()
            .start(() -> {
              try (Readiness.Wait wait = readiness.on(server)) {
                wait.toReceive(LONG);
                done.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    readiness.close();
    readiness.close();

    assertThat(done.await(Hanging.SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theEndOfAProcessIsToldOnce() throws IOException, InterruptedException {
    Process child = new ProcessBuilder("sleep", "600").start();
    CountDownLatch ended = new CountDownLatch(1);
    try (Readiness readiness = new Readiness();
        PidFd process = PidFd.open((int) child.pid()).orElseThrow();
        Readiness.Watch _ = readiness.onEndOf(process, ended::countDown)) {
      assertThat(process.hasEnded()).isFalse();
      assertThat(ended.getCount()).isOne();
      child.destroyForcibly();

      assertThat(ended.await(Hanging.SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.hasEnded()).isTrue();
      child.waitFor();
      assertThat(PidFd.open((int) child.pid())).isEmpty();
    }
  }
}
