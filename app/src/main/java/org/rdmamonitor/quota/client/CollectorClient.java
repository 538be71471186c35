// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.Readiness;
import org.rdmamonitor.nativelib.posix.UnixSocket;
import org.rdmamonitor.quota.Usage;
import org.rdmamonitor.quota.wire.UsageJson;

/** A connection to a collector. For one thread. */
public final class CollectorClient implements AutoCloseable {
  /** For very slow machines, the system property rdma-monitor.patience multiplies it. */
  private static final Duration PATIENCE =
      Duration.ofSeconds(10L * Integer.getInteger("rdma-monitor.patience", 1));

  private static final int ROOT = 0;

  private final Path path;
  private final UnixSocket socket;
  private final Readiness readiness = new Readiness();
  private final Readiness.Wait wait;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  private CollectorClient(Path path, UnixSocket socket) {
    this.path = path;
    this.socket = socket;
    this.wait = readiness.on(socket);
  }

  /**
   * Connects.
   *
   * @param self the user who asks; besides this one, only root is trusted to be the collector
   * @throws IOException if there is none: why, in a sentence
   */
  public static CollectorClient connect(Path path, int self) throws IOException {
    UnixSocket socket;
    try {
      socket = UnixSocket.connect(path);
    } catch (NativeException | IllegalArgumentException e) {
      throw new IOException(
          "no collector answers at %s (%s); is 'rdma-monitor quota serve' running?"
              .formatted(path, e.getMessage()),
          e);
    }
    int owner = socket.peer().uid();
    if (owner != ROOT && owner != self) {
      socket.close();
      throw new IOException(
          "who listens at %s is user %d, who is not believed".formatted(path, owner));
    }
    return new CollectorClient(path, socket);
  }

  /**
   * Sends a line and waits for one.
   *
   * @throws IOException if none comes
   */
  public String ask(String line) throws IOException {
    try {
      send((line + "\n").getBytes(StandardCharsets.UTF_8));
      return receive();
    } catch (NativeException e) {
      throw new IOException("the collector at %s: %s".formatted(path, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("stopped before the collector answered", e);
    }
  }

  /** Asks who holds what. */
  public Usage show() throws IOException {
    String line = ask("SHOW");
    try {
      return UsageJson.read(line);
    } catch (IllegalArgumentException e) {
      throw new IOException("the collector at %s answers '%.100s'".formatted(path, line), e);
    }
  }

  private void send(byte[] bytes) throws IOException, InterruptedException {
    int sent = 0;
    while (sent < bytes.length) {
      int count = socket.send(bytes, sent, bytes.length - sent);
      if (count != UnixSocket.LATER) {
        sent += count;
      } else if (!wait.toSend(PATIENCE)) {
        throw silent();
      }
    }
  }

  private String receive() throws IOException, InterruptedException {
    byte[] buffer = new byte[1 << 16];
    received.reset();
    while (true) {
      int count = socket.receive(buffer, 0, buffer.length);
      if (count == 0) {
        throw new IOException("the collector at %s closed the connection".formatted(path));
      }
      if (count == UnixSocket.LATER) {
        if (!wait.toReceive(PATIENCE)) {
          throw silent();
        }
        continue;
      }
      received.write(buffer, 0, count);
      if (buffer[count - 1] == '\n') {
        return received.toString(StandardCharsets.UTF_8).stripTrailing();
      }
    }
  }

  private IOException silent() {
    return new IOException(
        "the collector at %s is silent for %d seconds".formatted(path, PATIENCE.toSeconds()));
  }

  @Override
  public void close() {
    wait.close();
    socket.close();
    readiness.close();
  }
}
