// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.json.JsonReport;
import org.rdmamonitor.render.text.TextOptions;
import org.rdmamonitor.render.text.TextReport;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every command that shows readings: on a screen, as text or as JSON. */
public final class ReportSettings {
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
      names = "--by-process",
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "20",
      converter = OptionValues.Processes.class,
      description = "In text and JSON the N busiest processes too (20 if no N is given).")
  private @Nullable Integer processes;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      converter = OptionValues.Colors.class,
      completionCandidates = OptionValues.Colors.class,
      description = "Colors: auto (default), always, never.")
  private @Nullable Color color;

  @Mixin private ScreenSettings screen = new ScreenSettings();

  /**
   * What the options ask for.
   *
   * @param onScreen if so, by {@link #screen}, else by {@link #report}
   * @param screen how a screen begins
   */
  public record Choice(
      ProcessContext context,
      boolean onScreen,
      ScreenSettings.Start screen,
      boolean json,
      boolean pretty,
      int processes,
      Color color) {
    /** A report that has nothing in it yet. */
    public Report report(Settings limits, Host host, Duration interval) {
      return json
          ? new JsonReport(context.out(), limits, host, new JsonReport.Options(pretty, processes))
          : new TextReport(
              context.out(),
              limits.thresholds(),
              new TextOptions(
                  interval,
                  context.clock().getZone(),
                  color.isOn(context.environment(), context.isTerminal()),
                  processes));
    }
  }

  /**
   * Looks at the options.
   *
   * @throws ParameterException if they contradict each other
   */
  public Choice choose(
      ProcessContext context, EnvironmentOptions options, CommandLine commandLine) {
    if (pretty && !json) {
      throw new ParameterException(commandLine, "--pretty goes with --json");
    }
    Color when = options.value(color, "COLOR", new OptionValues.Colors()).orElse(Color.AUTO);
    return new Choice(
        context,
        !json && !batch && ScreenSettings.isPossible(context),
        screen.start(context, options, when),
        json,
        pretty,
        options.value(processes, "BY_PROCESS", new OptionValues.Processes()).orElse(0),
        when);
  }
}
