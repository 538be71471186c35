// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.render.tui.canvas.Theme;
import picocli.CommandLine.Option;

/** The options of every screen, whatever it shows. */
public final class ThemeOptions {
  @Option(
      names = "--theme",
      paramLabel = "NAME",
      converter = OptionValues.Themes.class,
      completionCandidates = OptionValues.Themes.class,
      description = "Colors of the screen: default, light, colorblind, mono.")
  private @Nullable Theme theme;

  @Option(names = "--ascii", description = "Draw graphs and lines on the screen in ASCII.")
  private boolean ascii;

  /** The theme, where nothing else is said of colors. */
  public Theme theme(ProcessContext context, EnvironmentOptions options) {
    return theme(context, options, Color.AUTO);
  }

  Theme theme(ProcessContext context, EnvironmentOptions options, Color when) {
    Optional<Theme> asked = options.value(theme, "THEME", new OptionValues.Themes());
    boolean colored = when.isOn(context.environment(), () -> true);
    return when == Color.NEVER ? Theme.MONO : asked.orElse(colored ? Theme.DEFAULT : Theme.MONO);
  }

  /** Whether the screen is to be without characters beyond ASCII. */
  public boolean isPlain() {
    return ascii || !ProcessContext.charset().equals(StandardCharsets.UTF_8);
  }
}
