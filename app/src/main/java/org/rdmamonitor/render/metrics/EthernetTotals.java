// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;

/**
 * Counts of the queues of Ethernet interfaces that never fall while their series exists. Interfaces
 * of the same name in two network namespaces feed one series; it ends with the last of them.
 */
final class EthernetTotals {
  /** Stands for what a port counts for all of its queues together. */
  static final String NO_QUEUE = "none";

  private final Map<Row, Map<EthernetCount, Long>> seen = new HashMap<>();
  private final Map<Queue, Map<EthernetCount, Long>> totals = new HashMap<>();
  private final Map<Row, Queue> present = new HashMap<>();

  /** Labels. */
  record Queue(String label, String hostInterface, String device, String queue) {}

  /** Identifies what feeds a series. */
  private record Row(EthernetInterface.Owner process, Queue queue) {}

  /** Begins a reading. */
  void begin() {
    present.clear();
  }

  /** Takes in an interface. */
  void add(EthernetInterface one) {
    for (int i = 0; i < one.queues().size(); i++) {
      add(one, Integer.toString(i), one.queues().get(i));
    }
    add(one, NO_QUEUE, one.rest());
  }

  private void add(EthernetInterface one, String queue, Map<EthernetCount, Long> counts) {
    Queue labels = new Queue(one.label(), one.hostInterface(), one.device(), queue);
    Row row = new Row(one.process(), labels);
    present.put(row, labels);
    Map<EthernetCount, Long> before =
        seen.computeIfAbsent(row, r -> new EnumMap<>(EthernetCount.class));
    Map<EthernetCount, Long> total =
        totals.computeIfAbsent(labels, l -> new EnumMap<>(EthernetCount.class));
    counts.forEach((count, now) -> {
      long known = before.getOrDefault(count, 0L);
      if (now > known) {
        before.put(count, now);
        total.merge(count, now - known, Long::sum);
      }
    });
  }

  /** The counts of this reading; the others are dropped then. */
  Map<Queue, Map<EthernetCount, Long>> copy() {
    seen.keySet().retainAll(present.keySet());
    Set<Queue> fed = new HashSet<>(present.values());
    totals.keySet().retainAll(fed);
    Map<Queue, Map<EthernetCount, Long>> result = new HashMap<>();
    totals.forEach((queue, counts) -> result.put(queue, Map.copyOf(counts)));
    return Map.copyOf(result);
  }
}
