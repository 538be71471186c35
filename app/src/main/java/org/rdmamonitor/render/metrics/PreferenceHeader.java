// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A header by which a client says what it prefers (RFC 9110, 12.4.2). */
final class PreferenceHeader {
  private PreferenceHeader() {}

  /**
   * How much something is wished for, from 0 to 1.
   *
   * @param header its values
   * @param name in lower case; nothing is understood of {@code *}
   */
  static double weight(List<String> header, String name) {
    return header.stream()
        .flatMap(line -> Arrays.stream(line.split(",", -1)))
        .map(part -> part.strip().toLowerCase(Locale.ROOT).split("\\s*;\\s*", -1))
        .filter(parts -> parts[0].equals(name))
        .mapToDouble(PreferenceHeader::weight)
        .max()
        .orElse(0);
  }

  private static double weight(String[] parts) {
    return Arrays.stream(parts)
        .skip(1)
        .filter(parameter -> parameter.matches("q=[01](\\.[0-9]{0,3})?"))
        .mapToDouble(parameter -> Double.parseDouble(parameter.substring(2)))
        .findFirst()
        .orElse(1);
  }
}
