// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.HashMap;
import java.util.Map;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.VerdictChanges;
import org.rdmamonitor.policy.VerdictChanges.Changes;

/** How often each limit of the host began to be exceeded, and each rule began to find something. */
final class OnsetCounts {
  private final VerdictChanges verdicts = new VerdictChanges();
  private final Map<String, Long> breaches = new HashMap<>();
  private final Map<String, Long> findings = new HashMap<>();

  void add(Verdict verdict) {
    Changes changes = verdicts.follow(verdict);
    changes.begun().stream()
        .filter(begun -> begun.cgroup().isEmpty())
        .forEach(begun -> breaches.merge(begun.breach().rule().name(), 1L, Long::sum));
    changes.found().forEach(finding -> findings.merge(finding.rule(), 1L, Long::sum));
  }

  Map<String, Long> breaches() {
    return Map.copyOf(breaches);
  }

  Map<String, Long> findings() {
    return Map.copyOf(findings);
  }
}
