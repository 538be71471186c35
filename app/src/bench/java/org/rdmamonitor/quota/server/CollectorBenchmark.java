// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.journal.Format;
import org.rdmamonitor.quota.journal.Journal;

/**
 * Decisions a second, and how long one takes, over a real socket: each client is a platform thread
 * that asks for a queue pair and gives it back, over one connection, as librdma_intercept.so does,
 * or over a new one for each request. Client and collector share the processors. The second of two
 * rounds is told.
 *
 * <p>With an argument it measures the collector that listens there, which may run in another JVM.
 */
public final class CollectorBenchmark {
  private static final Duration ROUND = Duration.ofSeconds(5);
  private static final ByteBuffer CREATE = line("QP_CREATE\n");
  private static final ByteBuffer DESTROY = line("QP_DESTROY\n");

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

  private static void measure(Path socket) throws InterruptedException {
    System.out.println("connection  clients  requests/s   p50 us   p99 us  p99.9 us");
    for (boolean one : new boolean[] {true, false}) {
      for (int clients : new int[] {1, 8, 64}) {
        round(socket, clients, one);
        Histogram times = round(socket, clients, one);
        System.out.printf(
            "%-10s  %7d  %,10.0f  %7.1f  %7.1f  %8.1f%n",
            one ? "kept" : "for each",
            clients,
            times.getTotalCount() / (double) ROUND.toSeconds(),
            times.getValueAtPercentile(50) / 1e3,
            times.getValueAtPercentile(99) / 1e3,
            times.getValueAtPercentile(99.9) / 1e3);
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
