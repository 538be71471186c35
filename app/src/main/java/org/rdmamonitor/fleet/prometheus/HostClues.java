// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.HostEvidence;

/** What the answers so far have told about a host. Values are NaN until they are known. */
final class HostClues {
  private static final List<Figure> SEVERITIES =
      List.of(Figure.CRITICAL, Figure.WARNING, Figure.NOTICE);

  double up = Double.NaN;
  double lastReading = Double.NaN;
  private boolean present;
  private String version = "";
  private double backwards;
  private final Map<Figure, Double> numbers = new EnumMap<>(Figure.class);

  static FleetReader.Clue as(Figure figure) {
    return (clues, labels, value) -> clues.numbers.put(figure, value);
  }

  static FleetReader.Clue adding(Figure figure) {
    return (clues, labels, value) -> clues.numbers.merge(figure, value, Double::sum);
  }

  void version(Map<String, String> labels, double value) {
    present = true;
    version = labels.getOrDefault("version", "");
    // A severity without findings has no series, so its number is 0.
    SEVERITIES.forEach(figure -> numbers.putIfAbsent(figure, 0.0));
    numbers.putIfAbsent(Figure.BREACHES, 0.0);
  }

  void resources(Map<String, String> labels, double value) {
    resource(numbers, labels, value);
  }

  void calls(Map<String, String> labels, double value) {
    calls(numbers, labels, value);
  }

  void findings(Map<String, String> labels, double value) {
    String severity = labels.getOrDefault("severity", "");
    for (Figure figure : SEVERITIES) {
      if (figure.key().equals(severity)) {
        numbers.merge(figure, value, Double::sum);
      }
    }
  }

  void backwards(Map<String, String> labels, double value) {
    backwards = value;
  }

  /** Adds the objects of a type. */
  static void resource(Map<Figure, Double> numbers, Map<String, String> labels, double value) {
    String type = labels.getOrDefault("type", "");
    Arrays.stream(Figure.values())
        .filter(figure -> figure.name().equals(type))
        .findFirst()
        .ifPresent(figure -> numbers.merge(figure, value, Double::sum));
  }

  /** Adds calls of a result. */
  static void calls(Map<Figure, Double> numbers, Map<String, String> labels, double value) {
    numbers.merge(Figure.CALLS, value, Double::sum);
    numbers.merge(
        Figure.FAILED,
        labels.getOrDefault("result", "").equals("failed") ? value : 0.0,
        Double::sum);
  }

  HostEvidence evidence(String failure) {
    return new HostEvidence(
        known(up), lastReading(), present, version, numbers, backwards, failure);
  }

  private OptionalDouble lastReading() {
    return known(lastReading);
  }

  private static OptionalDouble known(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
