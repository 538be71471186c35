// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads OpenMetrics text as strictly as its specification asks, for the types that are used. */
record Exposition(Map<String, String> types, Map<String, Double> samples) {
  private static final Pattern COMMENT =
      Pattern.compile("# (TYPE|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)");
  private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\n\"])*\"";
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(?:" + LABEL + "(?:," + LABEL + ")*)?})? (\\S+)");
  private static final Map<String, List<String>> SUFFIXES =
      Map.of(
          "counter", List.of("_total"),
          "gauge", List.of(""),
          "info", List.of("_info"),
          "histogram", List.of("_bucket", "_count", "_sum"));

  static Exposition parse(String text) {
    assertThat(text).endsWith("\n# EOF\n");
    Exposition result = new Exposition(new HashMap<>(), new TreeMap<>());
    String family = "";
    List<String> lines = text.lines().toList();
    for (String line : lines.subList(0, lines.size() - 1)) {
      Matcher comment = COMMENT.matcher(line);
      if (comment.matches()) {
        if (comment.group(1).equals("TYPE")) {
          family = comment.group(2);
          assertThat(SUFFIXES).containsKey(comment.group(3));
          assertThat(result.types.put(family, comment.group(3))).as(line).isNull();
        }
        assertThat(comment.group(2)).as(line).isEqualTo(family);
      } else {
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        assertThat(sample.group(1)).as(line).startsWith(family);
        assertThat(SUFFIXES.get(result.types.get(family)))
            .as(line)
            .contains(sample.group(1).substring(family.length()));
        String series = sample.group(1) + (sample.group(2) == null ? "" : sample.group(2));
        double value = Double.parseDouble(sample.group(3));
        assertThat(value).as(line).isNotNaN();
        assertThat(result.samples.put(series, value)).as("second " + series).isNull();
      }
    }
    return result;
  }

  /** The value of a series, named as in the text. */
  double value(String series) {
    assertThat(samples).containsKey(series);
    return samples.get(series);
  }

  /** What may only rise. */
  Map<String, Double> cumulative() {
    Map<String, Double> result = new TreeMap<>(samples);
    result.keySet().removeIf(series -> !series.matches(".*_(total|bucket|count|sum)(\\{.*)?"));
    return result;
  }
}
