// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.Settings;
import org.rdmamonitor.policy.ThresholdsFileException;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.CsvReport;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.JsonReport;
import org.rdmamonitor.render.OpenMetricsReport;
import org.rdmamonitor.render.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A recording for other programs. */
@Command(
    name = "dump",
    description = "Convert a recording to JSON lines, CSV or OpenMetrics.",
    sortOptions = false)
final class Dump implements Callable<Integer> {
  private final ProcessContext context;

  /** What to convert to. */
  enum Format {
    JSON,
    CSV,
    OPENMETRICS
  }

  @Parameters(paramLabel = "FILE", description = "What 'record' has written.")
  private @Nullable Path file;

  @Option(
      names = {"-O", "--output"},
      paramLabel = "FORMAT",
      converter = OptionValues.Formats.class,
      completionCandidates = OptionValues.Formats.class,
      description = "json (default; the lines of 'rdma-monitor -j'), csv, openmetrics.")
  private Format format = Format.JSON;

  @Option(
      names = "--begin",
      paramLabel = "TIME",
      converter = Moment.Converter.class,
      description = "From then: '10m ago' (before the end), +90s, 14:05[:30], ISO 8601.")
  private @Nullable Moment begin;

  @Option(
      names = "--end",
      paramLabel = "TIME",
      converter = Moment.Converter.class,
      description = "Until then, that moment included.")
  private @Nullable Moment end;

  @Mixin private Schedule schedule = new Schedule();

  @Mixin private ConfigOption config = new ConfigOption();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  @Spec private @Nullable CommandSpec spec;

  Dump(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    EnvironmentOptions options =
        new EnvironmentOptions(context.environment(), Objects.requireNonNull(spec).commandLine());
    Settings settings = config.settings(context, options);
    try (Playback playback =
        Playback.open(
            context,
            Objects.requireNonNull(file),
            new Playback.Part(begin, end),
            Double.POSITIVE_INFINITY)) {
      Feed feed = Feed.of(playback.source(), new Inspector(settings, Detectors.all()));
      new MonitorLoop(
              feed,
              report(settings, playback.host()),
              context.out(),
              schedule.of(playback),
              playback.pace(),
              playback.clock())
          .run();
    }
    return ExitCode.OK;
  }

  private Report report(Settings settings, Host host) {
    return switch (format) {
      case JSON -> new JsonReport(context.out(), settings, host, JsonReport.Options.PLAIN);
      case CSV -> new CsvReport(context.out());
      case OPENMETRICS -> new OpenMetricsReport(context.out());
    };
  }
}
