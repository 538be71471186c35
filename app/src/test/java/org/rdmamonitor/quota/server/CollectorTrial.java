// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.quota.KernelTruth;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.Resource;

/** What tests share of a collector on a real socket. */
abstract class CollectorTrial {
  /** Far more than anything takes; what does not come is a failure, not a wait. */
  static final Duration DEADLINE = Hanging.LIMIT;

  @TempDir Path directory;
  final RecordingLog log = new RecordingLog();
  Set<Integer> administrators = Set.of(self());
  int perUser = CollectorSettings.PER_USER;
  Duration idle = CollectorSettings.IDLE;
  Optional<KernelTruth> truth = Optional.empty();
  Collector collector;

  @AfterEach
  void stop() {
    if (collector != null) {
      collector.close();
    }
  }

  Path socket() {
    return directory.resolve("run/collector.sock");
  }

  static int self() {
    try {
      return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  CollectorSettings settings(Optional<String> group, String... limits) {
    List<Limit> parsed = new ArrayList<>();
    for (String limit : limits) {
      parsed.add(Limit.parse(limit).orElseThrow());
    }
    return new CollectorSettings(
        socket(),
        group,
        CollectorSettings.leasesOf(socket()),
        directory.resolve("limits.txt"),
        QuotaLimits.of(parsed),
        perUser,
        CollectorSettings.CONNECTIONS,
        idle,
        administrators,
        Duration.ofMillis(10),
        CollectorSettings.IN_FLIGHT);
  }

  void start(String... limits) throws IOException {
    start(Optional.empty(), limits);
  }

  void start(Optional<String> group, String... limits) throws IOException {
    collector = Collector.start(settings(group, limits), truth, log);
  }

  String once(String request) throws IOException {
    return SocketClient.once(socket(), request);
  }

  long queuePairs() {
    return collector.usage().total().of(Resource.QP);
  }

  static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("it did not come").isNegative();
      Thread.sleep(2);
    }
  }
}
