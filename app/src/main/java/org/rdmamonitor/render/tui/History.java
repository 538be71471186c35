// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.ControlCall;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Verb;

/**
 * What is kept of the readings that have passed: the host's rates of the last {@value #READINGS},
 * and the newest {@value #CALLS} calls.
 */
final class History {
  static final int READINGS = 600;
  static final int CALLS = 5000;

  private final Map<Verb, ArrayDeque<Double>> rates = new EnumMap<>(Verb.class);
  private final ArrayDeque<ControlCall> calls = new ArrayDeque<>();

  void add(Snapshot snapshot) {
    if (snapshot.host().seconds() > 0) {
      for (Verb verb : Verb.values()) {
        ArrayDeque<Double> values = rates.computeIfAbsent(verb, v -> new ArrayDeque<>());
        if (values.size() == READINGS) {
          values.removeFirst();
        }
        values.addLast(snapshot.host().rate(verb));
      }
    }
    calls.addAll(snapshot.details().calls());
    while (calls.size() > CALLS) {
      calls.removeFirst();
    }
  }

  /** Calls per second, reading by reading, the oldest first. */
  Map<Verb, double[]> rates() {
    Map<Verb, double[]> result = new EnumMap<>(Verb.class);
    rates.forEach((verb, values) ->
        result.put(verb, values.stream().mapToDouble(Double::doubleValue).toArray()));
    return result;
  }

  /** The newest first. */
  List<ControlCall> calls() {
    return new ArrayList<>(calls).reversed();
  }
}
