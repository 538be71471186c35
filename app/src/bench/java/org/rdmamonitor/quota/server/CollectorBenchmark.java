// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.rdmamonitor.Ratios;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.journal.Format;
import org.rdmamonitor.quota.journal.Journal;

/**
 * Decisions a second, and how long one takes, over a real socket: each client is a platform thread
 * that asks for a queue pair and gives it back, over one connection, as librdma_intercept.so does,
 * or over a new one for each request. Client and collector share the processors. Each round is by
 * turns with one of the same clients and a server that answers all alike; the first does not count.
 *
 * <p>With an argument it measures the collector that listens there, which may run in another JVM.
 */
public final class CollectorBenchmark {
  private static final Duration ROUND = Duration.ofSeconds(3);
  private static final int ROUNDS = 4;
  private static final ByteBuffer CREATE = line("QP_CREATE\n");
  private static final ByteBuffer DESTROY = line("QP_DESTROY\n");
  private static final ByteBuffer ANSWER = line("S\n");

  private CollectorBenchmark() {}

  private static ByteBuffer line(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
  }

  /** Prints a table. */
  public static void main(String... args) throws Exception {
    if (args.length > 0) {
      measure(Path.of(args[0]));
      return;
    }
    Path directory = Files.createTempDirectory("collector");
    Path socket = directory.resolve("c.sock");
    CollectorSettings settings =
        new CollectorSettings(
            socket,
            Optional.empty(),
            CollectorSettings.leasesOf(socket),
            directory.resolve("limits.txt"),
            QuotaLimits.of(List.of(Limit.parse("qp=1000000").orElseThrow())),
            CollectorSettings.PER_USER,
            CollectorSettings.CONNECTIONS,
            CollectorSettings.IDLE,
            Set.of(),
            CollectorSettings.RECONCILE,
            CollectorSettings.IN_FLIGHT);
    Journal journal =
        new Journal(java.io.Writer.nullWriter(), Format.TEXT, java.time.Clock.systemUTC());
    try (Collector _ = Collector.start(settings, Optional.empty(), journal)) {
      measure(socket);
    }
  }

  private static void measure(Path socket) throws IOException, InterruptedException {
    System.out.println("connection  clients  requests/s   p50 us   p99 us  p99.9 us");
    try (Echo echo = Echo.start()) {
      for (boolean one : new boolean[] {true, false}) {
        for (int clients : new int[] {1, 8, 64}) {
          measure(socket, echo.socket(), clients, one);
        }
      }
    }
  }

  private static void measure(Path socket, Path echo, int clients, boolean one)
      throws InterruptedException {
    String connection = one ? "kept" : "for each";
    Ratios ratios =
        new Ratios(
            "a decision, %d clients, connection %s".formatted(clients, connection), "an echo");
    Histogram all = new Histogram(3);
    for (int i = 0; i < ROUNDS; i++) {
      Histogram times = round(socket, clients, one);
      Histogram echoes = round(echo, clients, one);
      if (i > 0) {
        all.add(times);
        ratios.add(1.0 / times.getTotalCount(), 1.0 / echoes.getTotalCount());
      }
    }
    System.out.printf(
        "%-10s  %7d  %,10.0f  %7.1f  %7.1f  %8.1f%n",
        connection,
        clients,
        all.getTotalCount() / (double) ROUND.toSeconds() / (ROUNDS - 1),
        all.getValueAtPercentile(50) / 1e3,
        all.getValueAtPercentile(99) / 1e3,
        all.getValueAtPercentile(99.9) / 1e3);
    ratios.print();
  }

  /** A server that answers whatever it is asked, a virtual thread for each client. */
  private record Echo(Path socket, ServerSocketChannel server) implements AutoCloseable {
    static Echo start() throws IOException {
      Path socket = Files.createTempDirectory("echo").resolve("e.sock");
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(socket), 1024);
      Thread.ofPlatform().daemon().start(() -> accept(server));
      return new Echo(socket, server);
    }

    private static void accept(ServerSocketChannel server) {
      try {
        while (true) {
          SocketChannel client = server.accept();
          Thread.ofVirtual().start(() -> answer(client));
        }
      } catch (ClosedChannelException e) {
        // the end
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void answer(SocketChannel client) {
      ByteBuffer question = ByteBuffer.allocate(256);
      try (client) {
        while (client.read(question.clear()) > 0) {
          client.write(ANSWER.duplicate());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try (server) {
        Files.deleteIfExists(socket);
        Files.deleteIfExists(Objects.requireNonNull(socket.getParent()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Histogram round(Path socket, int clients, boolean one)
      throws InterruptedException {
    long end = System.nanoTime() + ROUND.toNanos();
    List<Thread> threads = new ArrayList<>();
    List<Histogram> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Histogram times = new Histogram(3);
      all.add(times);
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  run(socket, one, end, times);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              }));
    }
    Histogram sum = new Histogram(3);
    for (int i = 0; i < clients; i++) {
      threads.get(i).join();
      sum.add(all.get(i));
    }
    return sum;
  }

  private static void run(Path socket, boolean one, long end, Histogram times) throws IOException {
    ByteBuffer answer = ByteBuffer.allocate(256);
    try (SocketChannel kept = connect(socket)) {
      while (System.nanoTime() < end) {
        for (ByteBuffer request : List.of(CREATE, DESTROY)) {
          long start = System.nanoTime();
          if (one) {
            ask(kept, request, answer);
          } else {
            try (SocketChannel fresh = connect(socket)) {
              ask(fresh, request, answer);
            }
          }
          times.recordValue(System.nanoTime() - start);
        }
      }
    }
  }

  private static SocketChannel connect(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    return channel;
  }

  private static void ask(SocketChannel channel, ByteBuffer request, ByteBuffer answer)
      throws IOException {
    channel.write(request.duplicate().rewind());
    channel.read(answer.clear());
    if (answer.get(0) != 'S') {
      throw new IOException("refused: " + StandardCharsets.UTF_8.decode(answer.flip()));
    }
  }
}
