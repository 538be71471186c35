// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.recordings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.options.ConfigOption;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.OptionValues;
import org.rdmamonitor.cli.options.Schedule;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.CsvReport;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.OpenMetricsReport;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.json.JsonReport;
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
public final class DumpCommand implements Callable<Integer> {
  private final ProcessContext context;

  /** What to convert to. */
  enum Format {
    JSON,
    CSV,
    OPENMETRICS
  }

  /** Its names. */
  static final class Formats extends OptionValues.Lowercase<Format> {
    Formats() {
      super(Format.values());
    }
  }

  @Parameters(paramLabel = "FILE", description = "What 'record' has written.")
  private @Nullable Path file;

  @Option(
      names = {"-O", "--output"},
      paramLabel = "FORMAT",
      converter = Formats.class,
      completionCandidates = Formats.class,
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

  public DumpCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    EnvironmentOptions options =
        new EnvironmentOptions(context.environment(), Objects.requireNonNull(spec).commandLine());
    Settings settings = config.settings(context, options);
    try (Playback playback =
        Playback.open(context, Objects.requireNonNull(file), new Playback.Part(begin, end))) {
      Feed feed = Feed.of(playback.source(), new Inspector(settings, Detectors.all()));
      playback.report(
          feed, report(settings, playback.host()), schedule.recorded(playback.interval()));
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
