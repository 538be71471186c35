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
  private final Map<Figure, Double> impossible = new EnumMap<>(Figure.class);

  static FleetReader.Clue as(Figure figure) {
    return (clues, labels, value) -> clues.numbers.put(figure, value);
  }

  static FleetReader.Clue adding(Figure figure) {
    return (clues, labels, value) -> add(clues.numbers, figure, value);
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
        add(numbers, figure, value);
      }
    }
  }

  void impossible(Map<String, String> labels, double value) {
    resource(impossible, labels, value);
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
        .ifPresent(figure -> add(numbers, figure, value));
  }

  /** Adds calls of a result. */
  static void calls(Map<Figure, Double> numbers, Map<String, String> labels, double value) {
    add(numbers, Figure.CALLS, value);
    add(numbers, Figure.FAILED, labels.getOrDefault("result", "").equals("failed") ? value : 0);
  }

  /** Adds to a number. Once it is one that cannot be it stays so, and nothing makes up for it. */
  private static void add(Map<Figure, Double> numbers, Figure figure, double value) {
    Double sum = numbers.get(figure);
    if (sum == null || !figure.canBe(value)) {
      numbers.put(figure, value);
    } else if (figure.canBe(sum)) {
      numbers.put(figure, sum + value);
    }
  }

  HostEvidence evidence(String failure) {
    return new HostEvidence(
        known(up), lastReading(), present, version, numbers, impossible, backwards, failure);
  }

  private OptionalDouble lastReading() {
    return known(lastReading);
  }

  private static OptionalDouble known(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
