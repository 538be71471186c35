// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

import com.googlecode.lanterna.TerminalTextUtils;

/** How much room text takes on a terminal, in cells. */
public final class Cells {
  private Cells() {}

  /** 2 for the wide letters of East Asia, else 1. */
  static int width(char c) {
    return TerminalTextUtils.isCharCJK(c) ? 2 : 1;
  }

  public static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); i++) {
      width += width(text.charAt(i));
    }
    return width;
  }

  /** The text; or as much of its beginning as fits, with the sign that something is left out. */
  public static String fit(String text, int width, String ellipsis) {
    if (width(text) <= width) {
      return text;
    }
    return width < 1 ? "" : head(text, width - 1) + ellipsis;
  }

  /** The same with the end of the text. */
  public static String fitEnd(String text, int width, String ellipsis) {
    if (width(text) <= width) {
      return text;
    }
    String reversed = new StringBuilder(text).reverse().toString();
    return width < 1 ? "" : ellipsis + new StringBuilder(head(reversed, width - 1)).reverse();
  }

  private static String head(String text, int width) {
    int used = 0;
    int end = 0;
    while (end < text.length() && used + width(text.charAt(end)) <= width) {
      used += width(text.charAt(end));
      end++;
    }
    return text.substring(0, end);
  }
}
