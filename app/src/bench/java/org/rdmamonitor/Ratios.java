// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * What a benchmark tells the report of {@code samples/lab/bench --all}: how many times as much
 * something costs as its peer in the same run. Not thread-safe.
 */
public final class Ratios {
  private final String what;
  private final String peer;
  private final List<Double> rounds = new ArrayList<>();

  /** No rounds yet. */
  public Ratios(String what, String peer) {
    this.what = what;
    this.peer = peer;
  }

  /** Adds a round, in which both cost so much, in any unit. */
  public void add(double own, double other) {
    rounds.add(own / other);
  }

  /**
   * Prints the line for the report: the median, the least and the most of the rounds, and how many
   * there were.
   *
   * @throws IllegalStateException without a round
   */
  public void print() {
    if (rounds.isEmpty()) {
      throw new IllegalStateException(what);
    }
    Collections.sort(rounds);
    System.out.printf(
        Locale.ROOT,
        "#ratio#\t%s\t%s\t%.3f\t%.3f\t%.3f\t%d%n",
        what,
        peer,
        rounds.get((rounds.size() - 1) / 2),
        rounds.getFirst(),
        rounds.getLast(),
        rounds.size());
  }
}
