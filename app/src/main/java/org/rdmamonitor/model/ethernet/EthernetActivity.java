// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.ethernet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an interface has counted, and how much that has grown since an earlier reading.
 *
 * @param before the same interface in that reading; empty if it is new since
 */
public record EthernetActivity(EthernetInterface now, Optional<EthernetInterface> before) {
  private static final double NANOS = 1e9;

  /**
   * A row of its table.
   *
   * @param name {@code all}, or the number of a queue
   * @param counts so far
   * @param earlier the same at the earlier reading
   * @param seconds between them; 0 if there is no rate
   */
  public record Row(
      String name,
      Map<EthernetCount, Long> counts,
      Map<EthernetCount, Long> earlier,
      double seconds) {
    public Row {
      counts = Map.copyOf(counts);
      earlier = Map.copyOf(earlier);
    }

    /** The count so far. */
    public long of(EthernetCount count) {
      return counts.getOrDefault(count, 0L);
    }

    /** How much it has grown since the earlier reading. */
    public long growth(EthernetCount count) {
      return Math.max(0, of(count) - earlier.getOrDefault(count, 0L));
    }

    /** The growth a second; 0 if it is not known. */
    public double rate(EthernetCount count) {
      return seconds > 0 ? growth(count) / seconds : 0;
    }

    /** Frames that were lost so far, by whatever cause. */
    public long drops() {
      return EthernetInterface.drops(counts);
    }
  }

  /** One row for all queues together, and one for each queue if there are several. */
  public List<Row> rows() {
    double seconds =
        before
            .map(old -> Duration.between(old.time(), now.time()).toNanos() / NANOS)
            .filter(length -> length > 0)
            .orElse(0.0);
    List<Row> rows = new ArrayList<>();
    rows.add(
        new Row("all", now.port(), before.map(EthernetInterface::port).orElse(Map.of()), seconds));
    for (int i = 0; now.queues().size() > 1 && i < now.queues().size(); i++) {
      int queue = i;
      Map<EthernetCount, Long> earlier =
          before
              .filter(old -> queue < old.queues().size())
              .map(old -> old.queues().get(queue))
              .orElse(Map.of());
      rows.add(new Row(Integer.toString(queue), now.queues().get(queue), earlier, seconds));
    }
    return rows;
  }
}
