// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * A host at one moment.
 *
 * @param state its state
 * @param reason why the state is not good; empty if it is
 * @param version of its rdma-monitor; empty if not known
 * @param lastReading when its figures were read; if it has none now, when the last ones were read;
 *     empty if that is longer ago than the look-back
 * @param figures that it has now
 */
public record FleetHost(
    HostId id,
    HostState state,
    String reason,
    String version,
    Optional<Instant> lastReading,
    FigureSet figures) {

  /** The most worrying first: by state, then findings, then breaches, then name. */
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
