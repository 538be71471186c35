// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Past values of some figures of a host, at equal intervals.
 *
 * @param begin time of the first point
 * @param step time between two points
 * @param points of each figure, the oldest first, all of the same length; a point is empty if its
 *     value is not known
 */
public record HostHistory(Instant begin, Duration step, Map<Figure, List<OptionalDouble>> points) {
  public HostHistory {
    points = Map.copyOf(points);
  }

  /** The history of a figure; no points if it was not asked for. */
  public List<OptionalDouble> of(Figure figure) {
    return points.getOrDefault(figure, List.of());
  }
}
