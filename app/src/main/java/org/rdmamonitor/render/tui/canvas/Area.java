// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

/**
 * A rectangle of a canvas with coordinates of its own; nothing is drawn outside of it.
 *
 * @param left where it begins on the canvas
 * @param top where it begins on the canvas
 */
public record Area(Canvas canvas, int left, int top, int width, int height) {

  /** A part of it, cut to what there is. */
  public Area part(int x, int y, int width, int height) {
    return new Area(
        canvas,
        left + x,
        top + y,
        Math.clamp(this.width - x, 0, Math.max(0, width)),
        Math.clamp(this.height - y, 0, Math.max(0, height)));
  }

  /** Draws text; returns where it ends. */
  public int put(int x, int y, String text, Style style) {
    int at = x;
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (Character.isHighSurrogate(sign)) {
        continue;
      }
      int cells = Cells.width(sign);
      if (y < 0 || y >= height || at + cells > width) {
        break;
      }
      boolean single = !Character.isSurrogate(sign) && !isCombining(sign);
      canvas.set(left + at, top + y, single ? sign : '?', style);
      if (cells == 2) {
        canvas.set(left + at + 1, top + y, Canvas.CONTINUED, style);
      }
      at += cells;
    }
    return at;
  }

  private static boolean isCombining(char sign) {
    return switch (Character.getType(sign)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
          true;
      default -> false;
    };
  }

  /** Draws text that ends before a column. */
  public void putRight(int end, int y, String text, Style style) {
    put(Math.max(0, end - Cells.width(text)), y, text, style);
  }

  /** Fills a row with a style, and keeps its signs. */
  public void paint(int y, Style style) {
    for (int x = 0; x < width && y >= 0 && y < height; x++) {
      canvas.restyle(left + x, top + y, style);
    }
  }
}
