// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The figures that are known. Immutable.
 *
 * @param known numbers that can be; a figure that is absent is not known
 */
public record FigureSet(Map<Figure, Double> known) {
  public static final FigureSet NONE = new FigureSet(Map.of());

  public FigureSet {
    EnumMap<Figure, Double> copy = new EnumMap<>(Figure.class);
    copy.putAll(known);
    copy.forEach(FigureSet::check);
    known = Collections.unmodifiableMap(copy);
  }

  private static void check(Figure figure, double value) {
    if (!figure.canBe(value)) {
      throw new IllegalArgumentException(figure + " " + value);
    }
  }

  /** Keeps those of the numbers that are possible. */
  public static FigureSet ofPossible(Map<Figure, Double> numbers) {
    Map<Figure, Double> possible = new EnumMap<>(Figure.class);
    numbers.forEach((figure, value) -> {
      if (figure.canBe(value)) {
        possible.put(figure, value);
      }
    });
    return new FigureSet(possible);
  }

  public OptionalDouble of(Figure figure) {
    Double value = known.get(figure);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Orders by a figure, the greatest first; sets that lack the figure come last. */
  public static Comparator<FigureSet> mostFirst(Figure figure) {
    return Comparator.comparingDouble((FigureSet figures) -> figures.orMinusOne(figure)).reversed();
  }

  /** The figure, or -1 if it is not known, for sorting unknown ones last. */
  public double orMinusOne(Figure figure) {
    return known.getOrDefault(figure, -1.0);
  }
}
