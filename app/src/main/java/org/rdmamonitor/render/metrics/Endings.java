// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What has ended, such as a cgroup that was removed, and when. It keeps its series for a while, so
 * that whoever scrapes sees the last of it.
 *
 * @param <K> what it is known by
 */
final class Endings<K> {
  /** As long as Prometheus looks back for a value, and more than two of the slowest scrapes. */
  static final Duration KEPT = Duration.ofMinutes(5);

  private final Map<K, Long> since = new HashMap<>();

  /**
   * Those that ended long ago.
   *
   * @param ended all that have ended by now; what is not among them has begun again
   * @param nanos the present, on a monotonic clock
   */
  Set<K> longAgo(Set<K> ended, long nanos) {
    since.keySet().retainAll(ended);
    ended.forEach(key -> since.putIfAbsent(key, nanos));
    return since.entrySet().stream()
        .filter(entry -> nanos - entry.getValue() >= KEPT.toNanos())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
