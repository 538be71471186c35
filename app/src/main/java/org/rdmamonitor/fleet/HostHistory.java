// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How some figures of a host were, at equal distances.
 *
 * @param begin when the first was
 * @param step between two
 * @param points of each figure, the oldest first, all of one length; empty where nothing is known
 */
public record HostHistory(Instant begin, Duration step, Map<Figure, List<OptionalDouble>> points) {
  public HostHistory {
    points = Map.copyOf(points);
  }

  /** Of a figure; none if nothing was asked about it. */
  public List<OptionalDouble> of(Figure figure) {
    return points.getOrDefault(figure, List.of());
  }
}
