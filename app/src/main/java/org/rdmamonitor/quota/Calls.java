// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Control calls by cgroup, in this second and in the one before. Seconds are those of the clock, so
 * a burst around the end of one may have twice as many calls. For one thread at a time.
 */
public final class Calls {
  private Map<String, Long> own = new HashMap<>();
  private Map<String, Long> trees = new HashMap<>();
  private Map<String, Long> before = Map.of();
  private long second = Long.MIN_VALUE;

  /**
   * Counts one.
   *
   * @param now {@link System#nanoTime}
   */
  void add(String cgroup, long now) {
    add(cgroup, 1, now);
  }

  /** Counts this many. */
  void add(String cgroup, long count, long now) {
    advance(now);
    own.merge(cgroup, count, Long::sum);
    CgroupPath.upwards(cgroup).forEach(path -> trees.merge(path, count, Long::sum));
  }

  private void advance(long now) {
    long current = Math.floorDiv(now, TimeUnit.SECONDS.toNanos(1));
    if (current == second) {
      return;
    }
    before = current == second + 1 ? trees : Map.of();
    own = new HashMap<>();
    trees = new HashMap<>();
    second = current;
  }

  /** How many there were in the last full second, in a cgroup with everything below it. */
  long before(String cgroup, long now) {
    advance(now);
    return before.getOrDefault(cgroup, 0L);
  }

  /** Why a cgroup may not make another call now; empty if it may. */
  Optional<RequestVerdict.Refused> refusal(QuotaLimits limits, String cgroup, long now) {
    advance(now);
    Optional<RequestVerdict.Refused> host =
        refusal(trees.getOrDefault("/", 0L), limits.ofHost(Resource.CALLS), "on this host");
    return host.or(() ->
            refusal(
                own.getOrDefault(cgroup, 0L),
                limits.ofEach(cgroup, Resource.CALLS),
                "in " + cgroup))
        .or(() -> refusalOfTree(limits, cgroup));
  }

  private Optional<RequestVerdict.Refused> refusalOfTree(QuotaLimits limits, String cgroup) {
    for (String path : CgroupPath.upwards(cgroup)) {
      Optional<RequestVerdict.Refused> refused =
          refusal(trees.getOrDefault(path, 0L), limits.ofTree(path, Resource.CALLS), "in " + path);
      if (refused.isPresent()) {
        return refused;
      }
    }
    return Optional.empty();
  }

  private static Optional<RequestVerdict.Refused> refusal(long made, long limit, String scope) {
    return made < limit
        ? Optional.empty()
        : Optional.of(new RequestVerdict.Refused(Resource.CALLS, scope, made, limit));
  }
}
