// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

import java.util.Arrays;

/**
 * The signs that graphs and lines are drawn with.
 *
 * @param steps of a sparkline, from nothing to full
 * @param bar what a gauge is filled with
 * @param groove what the rest of it is made of
 */
public record Glyphs(
    String steps,
    char bar,
    char groove,
    char horizontal,
    String ellipsis,
    String up,
    String down,
    String branch,
    String lastBranch,
    String trunk,
    String micro) {
  public static final Glyphs UNICODE =
      new Glyphs(" ▁▂▃▄▅▆▇█", '█', '░', '─', "…", "▲", "▼", "├─", "└─", "│ ", "µ");
  public static final Glyphs ASCII =
      new Glyphs(" .:-=+*%#", '#', '.', '-', "~", "^", "v", "|-", "`-", "| ", "u");

  /** The newest values that fit, aligned to the right, in proportion to the greatest of them. */
  public String sparkline(double[] values, int width) {
    double[] shown = Arrays.copyOfRange(values, Math.max(0, values.length - width), values.length);
    double most = Arrays.stream(shown).max().orElse(0);
    StringBuilder line = new StringBuilder(" ".repeat(width - shown.length));
    for (double value : shown) {
      int full = steps.length() - 1;
      int step = most > 0 ? (int) Math.ceil(value / most * full) : 0;
      line.append(steps.charAt(Math.clamp(step, 0, full)));
    }
    return line.toString();
  }

  /** Draws a line through the first row of an area, for a title to stand in. */
  public void rule(Area area) {
    area.put(0, 0, String.valueOf(horizontal).repeat(area.width()), Style.DIM);
  }

  /** A bar that is filled to this part; anything above 0 is visible. */
  public String gauge(double part, int width) {
    int filled = part > 0 ? Math.clamp(Math.round(part * width), 1, width) : 0;
    return String.valueOf(bar).repeat(filled) + String.valueOf(groove).repeat(width - filled);
  }
}
