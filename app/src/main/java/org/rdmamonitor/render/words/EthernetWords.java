// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.model.ethernet.EthernetActivity.Row;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;

/** What people are told of interfaces of {@code rdma-secure ethernet create} in the same way. */
public final class EthernetWords {
  /** Figures that are older are told to be. */
  private static final Duration OLD = Duration.ofSeconds(5);

  private EthernetWords() {}

  /**
   * How old figures are that are not of the present, in seconds; empty of those that are.
   *
   * @param now when they are shown
   */
  public static Optional<Long> age(EthernetInterface of, Instant now) {
    Duration age = Duration.between(of.time(), now);
    return age.compareTo(OLD) > 0 ? Optional.of(age.toSeconds()) : Optional.empty();
  }

  /** {@code 3 ring_full (+1), 2 tap_dropped}; empty if nothing was lost. */
  public static String causes(Row row) {
    List<String> parts = new ArrayList<>();
    for (EthernetCount count : EthernetCount.values()) {
      if (count.isDrop() && row.of(count) > 0) {
        boolean isCompared = row.seconds() > 0 && row.growth(count) > 0;
        parts.add(
            row.of(count)
                + " "
                + count.key()
                + (isCompared ? " (+" + row.growth(count) + ")" : ""));
      }
    }
    return String.join(", ", parts);
  }
}
