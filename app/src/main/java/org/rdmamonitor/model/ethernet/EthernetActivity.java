// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.ethernet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an interface has counted, and how that has grown since an earlier reading.
 *
 * @param before the same interface in that reading; empty if it is new since
 */
public record EthernetActivity(EthernetInterface now, Optional<EthernetInterface> before) {
  private static final double NANOS = 1e9;

  /**
   * A row of it.
   *
   * @param name {@code all}, or the number of a queue
   * @param counts so far
   * @param earlier the same at the earlier reading
   * @param seconds between them; 0 where no rate can be told
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

    /** So far. */
    public long of(EthernetCount count) {
      return counts.getOrDefault(count, 0L);
    }

    /** Since the earlier reading. */
    public long growth(EthernetCount count) {
      return Math.max(0, of(count) - earlier.getOrDefault(count, 0L));
    }

    /** A second; 0 where it is not known. */
    public double rate(EthernetCount count) {
      return seconds > 0 ? growth(count) / seconds : 0;
    }

    /** Frames that were lost so far, by whatever cause. */
    public long drops() {
      return EthernetInterface.drops(counts);
    }
  }

  /** All queues together, and then each of them where there are several. */
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
