// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What has ended, such as a cgroup that was removed, and when. Its series are kept for a while, so
 * that whoever scrapes sees their last values.
 *
 * @param <K> identifies it
 */
final class Endings<K> {
  /**
   * As long as Prometheus looks back for a value, and longer than two intervals of the slowest
   * scrapes.
   */
  static final Duration KEPT = Duration.ofMinutes(5);

  private final Map<K, Long> since = new HashMap<>();

  /**
   * Those that ended long ago.
   *
   * @param ended all that have ended by now; what is missing from it has begun again
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
