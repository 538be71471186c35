// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Frame sizes, in bytes without the frame check sequence, and how often each occurs.
 *
 * @param parts at least one
 */
public record SizeMix(List<Part> parts) {
  /** Simple IMIX: 64, 594 and 1518 bytes, frame check sequence included, in the ratio 7 : 4 : 1. */
  private static final SizeMix IMIX =
      new SizeMix(List.of(new Part(60, 7), new Part(590, 4), new Part(1514, 1)));

  private static final int LEAST = 60;
  private static final int MOST = 65_535;
  private static final int MOST_WEIGHT = 100;

  /**
   * A size.
   *
   * @param weight how often it occurs in relation to the others, from 1
   */
  public record Part(int size, int weight) {}

  public SizeMix {
    parts = List.copyOf(parts);
  }

  /**
   * Reads {@code 512}, {@code 64,1514}, {@code 64:7,590:4,1514:1} or {@code imix}; empty if the
   * text is something else. Sizes are 60 to 65535, weights 1 to 100.
   */
  public static Optional<SizeMix> parse(String text) {
    if (text.equals("imix")) {
      return Optional.of(IMIX);
    }
    List<Part> parts = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      String[] numbers = word.split(":", -1);
      int size = number(numbers[0], LEAST, MOST);
      int weight = numbers.length > 1 ? number(numbers[1], 1, MOST_WEIGHT) : 1;
      if (numbers.length > 2 || size < 0 || weight < 0) {
        return Optional.empty();
      }
      parts.add(new Part(size, weight));
    }
    return Optional.of(new SizeMix(parts));
  }

  private static int number(String word, int least, int most) {
    boolean isNumber =
        !word.isEmpty() && word.length() <= 5 && word.chars().allMatch(c -> c >= '0' && c <= '9');
    int value = isNumber ? Integer.parseInt(word) : -1;
    return value >= least && value <= most ? value : -1;
  }

  /** The largest size. */
  public int largest() {
    return parts.stream().mapToInt(Part::size).max().orElse(LEAST);
  }

  /** The smallest size. */
  public int smallest() {
    return parts.stream().mapToInt(Part::size).min().orElse(LEAST);
  }

  /** Each size as many times as its weight says, spread evenly. */
  List<Integer> sequence() {
    int total = parts.stream().mapToInt(Part::weight).sum();
    int[] credit = new int[parts.size()];
    List<Integer> result = new ArrayList<>();
    for (int i = 0; i < total; i++) {
      int best = 0;
      for (int part = 0; part < credit.length; part++) {
        credit[part] += parts.get(part).weight();
        best = credit[part] > credit[best] ? part : best;
      }
      credit[best] -= total;
      result.add(parts.get(best).size());
    }
    return result;
  }
}
