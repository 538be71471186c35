// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

import java.util.Arrays;

/** A grid of cells, each with a sign and a style. What does not fit is cut off. */
public final class Canvas {
  /** The second cell of a wide sign. */
  public static final char CONTINUED = '\0';

  private final int width;
  private final int height;
  private final char[] signs;
  private final Style[] styles;

  public Canvas(int width, int height) {
    this.width = width;
    this.height = height;
    signs = new char[width * height];
    styles = new Style[width * height];
    Arrays.fill(signs, ' ');
    Arrays.fill(styles, Style.TEXT);
  }

  public int width() {
    return width;
  }

  public int height() {
    return height;
  }

  public char sign(int x, int y) {
    return signs[y * width + x];
  }

  public Style style(int x, int y) {
    return styles[y * width + x];
  }

  /** The whole of it. */
  public Area all() {
    return new Area(this, 0, 0, width, height);
  }

  public void set(int x, int y, char sign, Style style) {
    if (x >= 0 && x < width && y >= 0 && y < height) {
      signs[y * width + x] = sign;
      styles[y * width + x] = style;
    }
  }

  void restyle(int x, int y, Style style) {
    styles[y * width + x] = style;
  }

  /** The signs, line by line, without blanks at the ends of lines. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (int y = 0; y < height; y++) {
      String line = new String(signs, y * width, width).replace(String.valueOf(CONTINUED), "");
      text.append(line.stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
