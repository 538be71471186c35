// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of details.
 *
 * @param label what it is about; empty for text without
 * @param value may take several lines
 */
public record Fact(String label, String value) {
  private static final int LABEL = 16;

  /** Rows that these take, with a line above. */
  public static int height(List<Fact> facts, Area area) {
    return 1 + facts.stream().mapToInt(fact -> fact.lines(area.width()).size()).sum();
  }

  /** Draws a line, and the facts below it. */
  public static void draw(List<Fact> facts, Area area, Glyphs glyphs) {
    glyphs.rule(area);
    area.put(2, 0, " Detail ", Style.TITLE);
    int y = 1;
    for (Fact fact : facts) {
      area.put(1, y, fact.label, Style.HEADING);
      for (String line : fact.lines(area.width())) {
        area.put(fact.indent(), y++, line, Style.TEXT);
      }
    }
  }

  private int indent() {
    return label.isEmpty() ? 1 : LABEL;
  }

  /** The value in lines that fit, broken at blanks where there are some. */
  private List<String> lines(int areaWidth) {
    int width = Math.max(8, areaWidth - indent() - 1);
    List<String> lines = new ArrayList<>();
    String rest = value;
    while (rest.length() > width) {
      int blank = rest.lastIndexOf(' ', width);
      int end = blank > width / 2 ? blank : width;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }
}
