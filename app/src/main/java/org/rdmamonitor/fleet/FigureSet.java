// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What is known in numbers. Immutable.
 *
 * @param known finite numbers from 0; what is absent is not known
 */
public record FigureSet(Map<Figure, Double> known) {
  public static final FigureSet NONE = new FigureSet(Map.of());

  public FigureSet {
    EnumMap<Figure, Double> copy = new EnumMap<>(Figure.class);
    copy.putAll(known);
    copy.values().forEach(FigureSet::check);
    known = Collections.unmodifiableMap(copy);
  }

  private static void check(double value) {
    if (!isPossible(value)) {
      throw new IllegalArgumentException(Double.toString(value));
    }
  }

  /** Whether a figure can have this value: there is no negative number of anything. */
  static boolean isPossible(double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY;
  }

  public OptionalDouble of(Figure figure) {
    Double value = known.get(figure);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** For sorting, where what is not known comes after all else. */
  public double orMinusOne(Figure figure) {
    return known.getOrDefault(figure, -1.0);
  }
}
