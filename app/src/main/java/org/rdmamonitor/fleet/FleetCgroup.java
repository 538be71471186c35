// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Comparator;

/**
 * A cgroup of a host.
 *
 * @param path as the host labels it
 * @param name of the container, pod, job or unit that the path belongs to; empty if the path does
 *     not tell
 * @param figures of the cgroup
 */
public record FleetCgroup(String path, String name, FigureSet figures) {
  /** Those with the most calls first, then those with the most queue pairs. */
  public static final Comparator<FleetCgroup> BUSIEST_FIRST =
      falling(Figure.CALLS)
          .thenComparing(falling(Figure.QP))
          .thenComparing(falling(Figure.MR))
          .thenComparing(FleetCgroup::path);

  private static Comparator<FleetCgroup> falling(Figure figure) {
    return Comparator.comparing(FleetCgroup::figures, FigureSet.mostFirst(figure));
  }
}
