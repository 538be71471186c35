// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;

/**
 * Calls by series, whose numbers never fall, whatever becomes of the rows in which they were
 * counted. Several rows may feed one series; a series ends with the last of its rows.
 *
 * @param <R> identifies a row
 * @param <S> identifies a series
 */
final class Tallies<R, S> {
  private final UnaryOperator<R> rest;
  private final Map<R, Row<S>> rows = new HashMap<>();
  private final Map<S, Map<Verb, CallTotals>> series = new HashMap<>();

  private record Row<S>(Optional<S> series, Map<Verb, CallTotals> seen) {
    /** Takes in what another row has shown before it was merged into this one. */
    void join(Row<S> other) {
      other.seen.forEach((verb, calls) -> seen.merge(verb, calls, CallTotals::plus));
    }
  }

  /**
   * Begins without rows.
   *
   * @param rest the row into which the counts of a row go when it is given up
   */
  Tallies(UnaryOperator<R> rest) {
    this.rest = rest;
  }

  /**
   * Begins a reading that has these rows; all others are dropped. What these have shown is not new
   * when the rest shows it.
   */
  void begin(Set<R> present) {
    Map<R, Row<S>> givenUp = new HashMap<>(rows);
    givenUp.keySet().removeAll(present);
    rows.keySet().retainAll(present);
    givenUp.forEach((key, row) -> {
      R heir = rest.apply(key);
      if (present.contains(heir)) {
        rows.computeIfAbsent(heir, k -> untold()).join(row);
      }
    });
  }

  private static <S> Row<S> untold() {
    return new Row<>(Optional.empty(), new EnumMap<>(Verb.class));
  }

  /**
   * Takes in what a row shows now. If a row is given another series, because its name was found, it
   * feeds that series from now on; what it has fed to the former one stays there.
   *
   * @param given empty if nothing is reported about the row
   */
  void add(R key, Optional<S> given, Counts counts) {
    Map<Verb, CallTotals> seen = rows.computeIfAbsent(key, k -> untold()).seen;
    rows.put(key, new Row<>(given, seen));
    Optional<Map<Verb, CallTotals>> total =
        given.map(fed -> series.computeIfAbsent(fed, s -> new EnumMap<>(Verb.class)));
    for (Verb verb : Verb.values()) {
      if (counts.calls(verb) > 0) {
        long failed = counts.failed(verb);
        CallTotals before = seen.getOrDefault(verb, CallTotals.NONE);
        CallTotals now = before.risenTo(new CallTotals(counts.calls(verb) - failed, failed));
        seen.put(verb, now);
        total.ifPresent(sum -> sum.merge(verb, now.minus(before), CallTotals::plus));
      }
    }
  }

  /**
   * The series of this reading, after which the others are forgotten; without verbs never called.
   */
  Map<S, Map<Verb, CallTotals>> copy() {
    Set<S> fed = new HashSet<>();
    rows.values().forEach(row -> row.series.ifPresent(fed::add));
    series.keySet().retainAll(fed);
    Map<S, Map<Verb, CallTotals>> result = new HashMap<>();
    series.forEach((key, total) -> result.put(key, Map.copyOf(total)));
    return Map.copyOf(result);
  }
}
