// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.resource.DeviceFacts.Port;

/**
 * Counters of ports that go on where the kernel's begin anew, for instance when a driver is loaded
 * again soon. Those of ports that stay away are dropped.
 */
final class PortTotals {
  private final Map<Key, Total> totals = new HashMap<>();
  private final Set<Key> present = new HashSet<>();
  private final Endings<Key> endings = new Endings<>();

  /** A counter of a port, by the name of its file. */
  record Key(String device, int port, String counter) {}

  private record Total(long last, double sum) {
    Total next(long now) {
      return new Total(now, sum + (now >= last ? now - last : now));
    }
  }

  /** Begins a reading. */
  void begin() {
    present.clear();
  }

  /** Takes in a port; of two with the same name and number, the first. */
  void add(String device, Port port) {
    port.counters()
        .forEach((counter, value) -> {
          Key key = new Key(device, port.number(), counter);
          if (value >= 0 && !PortCounterNames.isGauge(counter) && present.add(key)) {
            totals.merge(key, new Total(value, value), (old, fresh) -> old.next(value));
          }
        });
  }

  /**
   * The counters of this reading.
   *
   * @param nanos when it is, on a monotonic clock
   */
  Map<Key, Double> copy(long nanos) {
    Set<Key> absent = new HashSet<>(totals.keySet());
    absent.removeAll(present);
    totals.keySet().removeAll(endings.longAgo(absent, nanos));
    Map<Key, Double> result = new HashMap<>();
    present.forEach(key -> {
      Total total = totals.get(key);
      if (total != null) {
        result.put(key, total.sum);
      }
    });
    return result;
  }
}
