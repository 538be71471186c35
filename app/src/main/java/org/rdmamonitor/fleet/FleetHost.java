// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * A host at one moment.
 *
 * @param state how it stands
 * @param reason why it does not stand well; empty where it does
 * @param version of its rdma-monitor; empty where that is not known
 * @param lastReading when its figures were read, or were last if there are none now; empty if that
 *     is longer ago than the look-back
 * @param figures that it has now
 */
public record FleetHost(
    HostId id,
    HostState state,
    String reason,
    String version,
    Optional<Instant> lastReading,
    FigureSet figures) {

  /** The most worrying first: by state, findings, breaches, then by name. */
  public static final Comparator<FleetHost> WORST_FIRST =
      Comparator.comparing(FleetHost::state)
          .thenComparing(falling(Figure.CRITICAL))
          .thenComparing(falling(Figure.WARNING))
          .thenComparing(falling(Figure.BREACHES))
          .thenComparing(FleetHost::id);

  private static Comparator<FleetHost> falling(Figure figure) {
    return Comparator.comparing(FleetHost::figures, FigureSet.mostFirst(figure));
  }

  /** How old its figures are; never negative. */
  public Optional<Duration> age(Instant now) {
    return lastReading
        .map(last -> Duration.between(last, now))
        .map(age -> age.isNegative() ? Duration.ZERO : age);
  }
}
