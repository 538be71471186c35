// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.recordings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.loop.TuiLoop;
import org.rdmamonitor.cli.options.ConfigOption;
import org.rdmamonitor.cli.options.DeviceOptions;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.OptionValues;
import org.rdmamonitor.cli.options.ReportSettings;
import org.rdmamonitor.cli.options.Schedule;
import org.rdmamonitor.cli.options.ScreenSettings;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.tui.Tui;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.source.Source;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
public final class ReplayCommand implements Callable<Integer> {
  /** Faster, and nobody could follow. */
  private static final double FASTEST_ON_SCREEN = 1000;

  private final ProcessContext context;

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

  @Mixin private Schedule schedule = new Schedule();

  @Mixin private ConfigOption config = new ConfigOption();

  @Mixin private ReportSettings settings = new ReportSettings();

  @Mixin private DeviceOptions devices = new DeviceOptions();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  public ReplayCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    EnvironmentOptions options = new EnvironmentOptions(context.environment(), commandLine);
    ReportSettings.Choice choice = settings.choose(context, options, commandLine);
    Settings limits = config.settings(context, options);
    try (Playback playback =
        Playback.open(
            context,
            Objects.requireNonNull(file),
            new Playback.Part(at, null),
            speed(choice.onScreen()))) {
      return show(playback, playback.source(devices.of(options)), choice, limits);
    }
  }

  private int show(Playback playback, Source source, ReportSettings.Choice choice, Settings limits)
      throws IOException {
    Plan plan = schedule.recorded(playback.interval());
    Feed feed = Feed.of(source, new Inspector(limits, Detectors.all()));
    if (choice.onScreen()) {
      try (Display display = ScreenSettings.display(context)) {
        Tui tui = choice.screen().on(display, plan.interval(), playback.host());
        return new TuiLoop(feed, tui, plan, playback.pace()).run();
      }
    }
    Report report = choice.report(limits, playback.host(), plan.interval());
    playback.report(feed, report, plan);
    return ExitCode.OK;
  }

  private double speed(boolean onScreen) {
    double asked =
        Optional.ofNullable(speed)
            .orElseGet(() -> context.isTerminal().getAsBoolean() ? 1 : Double.POSITIVE_INFINITY);
    return onScreen ? Math.min(asked, FASTEST_ON_SCREEN) : asked;
  }
}
