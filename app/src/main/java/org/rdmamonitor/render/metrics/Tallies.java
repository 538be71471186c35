// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;

/**
 * Calls by series that never become fewer, whatever becomes of the rows in which they were counted.
 * Several rows may feed one series; a series ends with the last of its rows.
 *
 * @param <R> what a row is known by
 * @param <S> what a series is known by
 */
final class Tallies<R, S> {
  private final Map<R, Row<S>> rows = new HashMap<>();
  private final Map<S, Map<Verb, CallTotals>> series = new HashMap<>();

  private record Row<S>(S series, Map<Verb, CallTotals> seen) {}

  /**
   * Takes in what a row shows now. A row that is given another series, since its name was found,
   * feeds that from now on: what it has fed to the former stays there.
   */
  void add(R key, S given, Counts counts) {
    Row<S> row =
        rows.compute(
            key,
            (k, old) ->
                old == null
                    ? new Row<>(given, new EnumMap<>(Verb.class))
                    : new Row<>(given, old.seen));
    Map<Verb, CallTotals> total =
        series.computeIfAbsent(row.series, s -> new EnumMap<Verb, CallTotals>(Verb.class));
    for (Verb verb : Verb.values()) {
      if (counts.calls(verb) > 0) {
        long failed = counts.failed(verb);
        CallTotals before = row.seen.getOrDefault(verb, CallTotals.NONE);
        CallTotals now = before.risenTo(new CallTotals(counts.calls(verb) - failed, failed));
        row.seen.put(verb, now);
        total.merge(verb, now.minus(before), CallTotals::plus);
      }
    }
  }

  /** Forgets all rows but these. */
  void keepOnly(Set<R> present) {
    rows.keySet().retainAll(present);
    Set<S> fed = new HashSet<>();
    rows.values().forEach(row -> fed.add(row.series));
    series.keySet().retainAll(fed);
  }

  /** The series as they are now; without verbs that were never called. */
  Map<S, Map<Verb, CallTotals>> copy() {
    Map<S, Map<Verb, CallTotals>> result = new HashMap<>();
    series.forEach((key, total) -> result.put(key, Map.copyOf(total)));
    return Map.copyOf(result);
  }
}
