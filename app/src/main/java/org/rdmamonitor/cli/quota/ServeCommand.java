// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.quota.KernelTruth;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.journal.Format;
import org.rdmamonitor.quota.journal.Journal;
import org.rdmamonitor.quota.server.Collector;
import org.rdmamonitor.quota.server.CollectorSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves until it is stopped. */
@Command(
    name = "serve",
    description = "Decide for all programs, until it is stopped.",
    sortOptions = false)
final class ServeCommand implements Callable<Integer> {
  private static final String LATE = "rdma-monitor: stopped before everything was closed";

  private final QuotaTools tools;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private SocketOption socket = new SocketOption();

  @Option(
      names = {"-l", "--limit"},
      paramLabel = "[CGROUP:]RESOURCE=LIMIT",
      converter = QuotaValues.LimitWord.class,
      description = "As 'set' has it; may be repeated (default: qp=1000).")
  private List<Limit> given = new ArrayList<>();

  @Option(
      names = "--limits",
      paramLabel = "FILE",
      description = "Limits that were saved (default: /var/lib/rdma-monitor/limits.txt).")
  private Path file = CollectorSettings.LIMITS_FILE;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      description = "Who may connect beside root (default: anybody).")
  private @Nullable String group;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      converter = QuotaValues.Connections.class,
      description = "Connections at a time (default: 4096).")
  private int connections = CollectorSettings.CONNECTIONS;

  @Option(
      names = "--max-connections-per-user",
      paramLabel = "N",
      converter = QuotaValues.Connections.class,
      description = "Connections of a user at a time (default: 1024).")
  private int perUser = CollectorSettings.PER_USER;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      converter = QuotaValues.Seconds.class,
      description = "End a connection after this time of silence (default: 60).")
  private Duration idle = CollectorSettings.IDLE;

  @Option(
      names = "--reconcile",
      paramLabel = "SECONDS",
      converter = QuotaValues.Seconds.class,
      description = "Count the kernel's objects so often (default: 5).")
  private Duration reconcile = CollectorSettings.RECONCILE;

  @Option(
      names = "--in-flight",
      paramLabel = "SECONDS",
      converter = QuotaValues.InFlight.class,
      description = "How long the making of an object may take (default: 30).")
  private Duration inFlight = CollectorSettings.IN_FLIGHT;

  @Option(names = "--no-reconcile", description = "Never look at the kernel's objects.")
  private boolean blind;

  @Option(
      names = "--log",
      paramLabel = "FORMAT",
      converter = QuotaValues.Formats.class,
      completionCandidates = QuotaValues.Formats.class,
      description = "What a line is: text (default) or json.")
  private Format log = Format.TEXT;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  ServeCommand(QuotaTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    QuotaLimits limits =
        FirstLimits.of(
            file, tools.environment(), given, Objects.requireNonNull(spec).commandLine());
    CollectorSettings settings = settings(limits);
    Journal journal = new Journal(tools.out(), log, tools.clock());
    Optional<KernelTruth> truth = blind ? Optional.empty() : Optional.of(tools.truth().get());
    try (Collector collector = Collector.start(settings, truth, journal);
        Stop _ = Stop.on(() -> close(collector, journal), tools.err(), LATE)) {
      journal.listening(settings.socket(), limits);
      throw QuotaFailure.atRunTime(collector.awaitTrouble()); // a signal ends the process
    }
  }

  private static void close(Collector collector, Journal journal) {
    collector.close();
    journal.stopped();
  }

  private CollectorSettings settings(QuotaLimits limits) {
    Path path = socket.path(tools);
    return new CollectorSettings(
        path,
        Optional.ofNullable(group),
        CollectorSettings.leasesOf(path),
        file,
        limits,
        perUser,
        connections,
        idle,
        Set.of(CollectorSettings.ROOT),
        reconcile,
        inFlight);
  }
}
