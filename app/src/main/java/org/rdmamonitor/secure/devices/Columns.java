// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.util.List;

/** Rows of words as columns of text, two spaces apart. */
final class Columns {
  private Columns() {}

  /** The rows; those that are shorter than the first one end sooner. */
  static String of(List<List<String>> rows) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length() + 2);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
