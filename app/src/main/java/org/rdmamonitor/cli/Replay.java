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
import org.rdmamonitor.policy.Settings;
import org.rdmamonitor.policy.ThresholdsFileException;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.JsonReport;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.TextOptions;
import org.rdmamonitor.render.TextReport;
import org.rdmamonitor.render.tui.Display;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The monitor, watching a recording. */
@Command(
    name = "replay",
    description = "Show a recording as it was seen when it was made.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  rdma-monitor replay night.rec --at \"10m ago\"   its last ten minutes",
      "  rdma-monitor replay night.rec --speed max -i 60 -j"
    },
    sortOptions = false)
final class Replay implements Callable<Integer> {
  /** Faster, and nobody could follow. */
  private static final double FASTEST_ON_SCREEN = 1000;

  private final Surroundings surroundings;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "What 'record' has written.")
  private @Nullable Path file;

  @Option(
      names = {"-t", "--at"},
      paramLabel = "TIME",
      converter = Moment.Converter.class,
      description = "Begin there: '10m ago' (before the end), +90s, 14:05[:30], ISO 8601.")
  private @Nullable Moment at;

  @Option(
      names = "--speed",
      paramLabel = "N",
      converter = OptionValues.Speed.class,
      description =
          "So many times as fast, or max (default: 1; max where no terminal is written to).")
  private @Nullable Double speed;

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "SECONDS",
      converter = OptionValues.Interval.class,
      description = "Time between readings (default: as recorded, which is the least).")
  private @Nullable Duration interval;

  @Option(
      names = {"-n", "--iterations"},
      paramLabel = "N",
      converter = OptionValues.Readings.class,
      description = "End after N readings.")
  private @Nullable Long iterations;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "SECONDS",
      converter = OptionValues.Span.class,
      description = "End after this much recorded time.")
  private @Nullable Duration duration;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "File with the thresholds (default: config.txt here, if there is one).")
  private @Nullable Path config;

  @Option(
      names = {"-b", "--batch"},
      description = "Plain text, which is the default only where the output is no terminal.")
  private boolean batch;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line for each reading.")
  private boolean json;

  @Option(names = "--pretty", description = "Indent the JSON.")
  private boolean pretty;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      converter = OptionValues.Colors.class,
      completionCandidates = OptionValues.Colors.class,
      description = "Colors: auto (default), always, never.")
  private @Nullable Color color;

  @Mixin private ScreenSettings screen = new ScreenSettings();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  Replay(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    if (pretty && !json) {
      throw new ParameterException(commandLine, "--pretty goes with --json");
    }
    EnvironmentOptions options = new EnvironmentOptions(surroundings.environment(), commandLine);
    Color when = options.value(color, "COLOR", new OptionValues.Colors()).orElse(Color.AUTO);
    ScreenSettings.Start start = screen.start(surroundings, options, when);
    boolean onScreen = !json && !batch && ScreenSettings.isPossible(surroundings);
    Settings settings = Limits.orNone(surroundings, options.value(config, "CONFIG", Path::of));

    try (Playback playback =
        Playback.open(
            surroundings,
            Objects.requireNonNull(file),
            new Playback.Part(at, null),
            speed(onScreen))) {
      Plan plan =
          playback.plan(interval, iterations == null ? Long.MAX_VALUE : iterations, duration);
      Inspector inspector = new Inspector(settings, Detectors.all());
      if (onScreen) {
        return onScreen(playback, start, inspector, plan);
      }
      Report report =
          json
              ? new JsonReport(surroundings.out(), settings.thresholds(), playback.host(), pretty)
              : new TextReport(
                  surroundings.out(),
                  settings.thresholds(),
                  new TextOptions(
                      plan.interval(),
                      surroundings.clock().getZone(),
                      when.isOn(surroundings.environment(), surroundings.isTerminal())));
      new MonitorLoop(
              playback.source(),
              report,
              surroundings.out(),
              inspector,
              plan,
              playback.pace(),
              playback.clock())
          .run();
    }
    return ExitCode.OK;
  }

  private int onScreen(
      Playback playback, ScreenSettings.Start start, Inspector inspector, Plan plan)
      throws IOException {
    try (Display display = ScreenSettings.display(surroundings)) {
      return new TuiLoop(
              playback.source(),
              start.on(display, plan.interval(), playback.host()),
              inspector,
              plan,
              playback.pace(),
              Optional.empty(),
              List.of(),
              (snapshot, verdict) -> {})
          .run();
    }
  }

  private double speed(boolean onScreen) {
    double asked =
        Optional.ofNullable(speed)
            .orElseGet(
                () -> surroundings.isTerminal().getAsBoolean() ? 1 : Double.POSITIVE_INFINITY);
    return onScreen ? Math.min(asked, FASTEST_ON_SCREEN) : asked;
  }
}
