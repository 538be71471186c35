// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.tui.Tui;
import org.rdmamonitor.render.tui.TuiState;
import org.rdmamonitor.render.tui.View;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.source.PrerequisiteException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that shows a screen. */
public final class ScreenSettings {
  @Option(
      names = "--view",
      paramLabel = "NAME",
      converter = OptionValues.Views.class,
      completionCandidates = OptionValues.Views.class,
      description =
          "What the screen shows first: overview (default), cgroups, processes, devices, events,"
              + " objects, findings, connections.")
  private @Nullable View view;

  @Mixin private ThemeOptions themes = new ThemeOptions();

  /**
   * How a screen begins.
   *
   * @param plain without characters beyond ASCII
   */
  public record Start(ProcessContext context, View view, Theme theme, boolean plain) {
    /** A screen that shows nothing yet. */
    public Tui on(Display display, Duration interval, Host host) {
      return new Tui(
          display,
          TuiState.start(view, interval, theme),
          new Tui.Setting(host, context.clock().getZone(), context.directory(), plain));
    }
  }

  /** What the options ask for. */
  Start start(ProcessContext context, EnvironmentOptions options, Color when) {
    return new Start(
        context,
        options.value(view, "VIEW", new OptionValues.Views()).orElse(View.OVERVIEW),
        themes.theme(context, options, when),
        themes.isPlain());
  }

  /** Whether there is a terminal, of more than the simplest kind. */
  public static boolean isPossible(ProcessContext context) {
    return context.isTerminal().getAsBoolean()
        && !List.of("", "dumb").contains(context.environment().getOrDefault("TERM", ""));
  }

  /** Takes the terminal. */
  public static Display display(ProcessContext context) {
    try {
      return context.display().open();
    } catch (IOException e) {
      throw new PrerequisiteException(
          List.of(
              "the terminal cannot be used for the screen (%s); -b gives text instead"
                  .formatted(e.getMessage())));
    }
  }
}
