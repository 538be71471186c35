// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.MonitorLoop.Plan;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.Thresholds;
import org.rdmamonitor.recording.RecordingWriter;
import org.rdmamonitor.render.SilentReport;
import org.rdmamonitor.source.Source;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The monitor, writing to a file all that it sees. */
@Command(
    name = "record",
    description = "Record all that is seen, for 'replay', 'events', 'dump' and 'diff'.",
    sortOptions = false)
final class RecordCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "Where to. It must not exist yet.")
  private @Nullable Path file;

  @Option(names = "--force", description = "Overwrite FILE if it exists.")
  private boolean force;

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "SECONDS",
      converter = OptionValues.Interval.class,
      description = "Time between readings, from 0.1 (default: 1).")
  private @Nullable Duration interval;

  @Option(
      names = {"-n", "--iterations"},
      paramLabel = "N",
      converter = OptionValues.Readings.class,
      description = "End after N readings. The first comes at once.")
  private @Nullable Long iterations;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "SECONDS",
      converter = OptionValues.Span.class,
      description = "End after this time.")
  private @Nullable Duration duration;

  @Mixin private KernelSettings kernel = new KernelSettings();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  RecordCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    EnvironmentOptions options =
        new EnvironmentOptions(
            surroundings.environment(), Objects.requireNonNull(spec).commandLine());
    Plan plan =
        new Plan(
            options
                .value(interval, "INTERVAL", new OptionValues.Interval())
                .orElse(Duration.ofSeconds(1)),
            options
                .value(iterations, "ITERATIONS", new OptionValues.Readings())
                .orElse(Long.MAX_VALUE),
            options.value(duration, "DURATION", new OptionValues.Span()));
    Path named = Objects.requireNonNull(file);
    try (Source source = surroundings.source().apply(kernel.of(options));
        Pace pace = surroundings.pace().get()) {
      RecordingWriter writer =
          RecordingWriter.create(
              surroundings.directory().resolve(named),
              ThisHost.header(surroundings.clock(), plan.interval()),
              force);
      try (writer) {
        new MonitorLoop(
                source,
                new SilentReport(),
                surroundings.out(),
                new Inspector(Thresholds.NONE),
                plan,
                pace,
                surroundings.clock(),
                Optional.empty(),
                List.of(writer))
            .run();
      }
      surroundings
          .err()
          .println(
              "rdma-monitor: %s: %d readings, %d calls, %d bytes"
                  .formatted(named, writer.samples(), writer.calls(), writer.bytes()));
    }
    return ExitCode.OK;
  }
}
