// SPDX-License-Identifier: MIT
package org.rdmamonitor.text;

import java.util.List;

/** Rows as columns of text, two spaces apart. */
public final class Columns {
  private Columns() {}

  /**
   * With the end of each line.
   *
   * @param sides of each column: {@code l} for words on the left, {@code r} for numbers
   */
  public static String of(List<List<String>> rows, String sides) {
    int[] widths = new int[sides.length()];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        String pad = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? "" : "  ");
        line.append(sides.charAt(i) == 'l' ? row.get(i) + pad : pad + row.get(i));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
