// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses which name was meant by a misspelled one. */
final class Suggestion {
  private static final int MOST_EDITS = 3;

  private Suggestion() {}

  /** The name that is nearest to what was written, ignoring case, if one is near enough. */
  static Optional<String> nearest(String written, Collection<String> names) {
    String upper = written.toUpperCase(Locale.ROOT);
    // A longer name cannot be near, and may be as long as the file.
    if (upper.length() > 64) {
      return Optional.empty();
    }
    int most = Math.min(MOST_EDITS, upper.length() / 2);
    return names.stream()
        .filter(name -> distance(upper, name) <= most)
        .min(Comparator.comparingInt(name -> distance(upper, name)));
  }

  /**
   * How many letters have to be inserted, removed, replaced or swapped with their neighbour to turn
   * one into the other.
   */
  static int distance(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int least = Math.min(edits[i - 1][j], edits[i][j - 1]) + 1;
        least = Math.min(least, edits[i - 1][j - 1] + (same ? 0 : 1));
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          least = Math.min(least, edits[i - 2][j - 2] + 1);
        }
        edits[i][j] = least;
      }
    }
    return edits[from.length()][to.length()];
  }
}
