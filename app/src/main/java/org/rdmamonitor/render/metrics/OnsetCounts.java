// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Rule;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.Verdict;

/** How often each limit began to be exceeded, and each rule began to find something. */
final class OnsetCounts {
  private final Map<String, Long> breaches = new HashMap<>();
  private final Map<String, Long> findings = new HashMap<>();
  private Set<Rule> breached = Set.of();
  private Set<Found> found = Set.of();

  private record Found(String rule, String subject, Instant first) {}

  void add(Verdict verdict) {
    Set<Rule> nowBreached =
        verdict.breaches().stream().map(Breach::rule).collect(Collectors.toSet());
    Set<Found> nowFound =
        verdict.findings().stream()
            .map(finding -> new Found(finding.rule(), finding.subject(), finding.first()))
            .collect(Collectors.toSet());
    newOf(nowBreached, breached).forEach(rule -> breaches.merge(rule.name(), 1L, Long::sum));
    newOf(nowFound, found).forEach(finding -> findings.merge(finding.rule(), 1L, Long::sum));
    breached = nowBreached;
    found = nowFound;
  }

  private static <T> Set<T> newOf(Set<T> now, Set<T> before) {
    Set<T> begun = new HashSet<>(now);
    begun.removeAll(before);
    return begun;
  }

  Map<String, Long> breaches() {
    return Map.copyOf(breaches);
  }

  Map<String, Long> findings() {
    return Map.copyOf(findings);
  }
}
