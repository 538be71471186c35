// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.model.call.Verb;

/**
 * What is kept of the readings that have passed: the host's rates of the last {@value #READINGS},
 * and the newest {@value #EVENTS} calls and asynchronous events.
 */
final class History {
  static final int READINGS = 600;
  static final int EVENTS = 5000;

  private final Map<Verb, ArrayDeque<Double>> rates = new EnumMap<>(Verb.class);
  private final ArrayDeque<ControlEvent> events = new ArrayDeque<>();

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
    events.addAll(snapshot.details().events());
    while (events.size() > EVENTS) {
      events.removeFirst();
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
  List<ControlEvent> events() {
    return new ArrayList<>(events).reversed();
  }
}
