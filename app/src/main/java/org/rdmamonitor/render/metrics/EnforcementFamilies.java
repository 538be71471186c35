// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Enforcement;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.policy.Rule;

/** What became of limits that are enforced; nothing where they are only watched. */
final class EnforcementFamilies {
  private EnforcementFamilies() {}

  static List<MetricSnapshot> of(Enforcement enforcement) {
    if (enforcement.mode() == Enforcement.Mode.OBSERVE) {
      return List.of();
    }
    Series active =
        new Series("rdma_monitor_enforcement_active", "1 while the kernel refuses, else 0.");
    active.add(enforcement.active() ? 1 : 0);
    Series held = series("held_objects", "Objects that count for a limit.", "type");
    Series heldBytes =
        new Series(
            "rdma_monitor_held_bytes",
            "Bytes of memory regions that count for a limit, in whole pages. No cgroup: the host's"
                + " limit.",
            "cgroup");
    Series refused = series("refused", "Calls refused, by the limit that they met.", "rule");
    Series killed = series("killed", "Processes killed for a creation that had not asked.", "type");
    Series passed = series("passed", "Creations that had not asked at the gate.", "type");
    for (Tally tally : enforcement.tallies()) {
      String cgroup = tally.cgroup();
      add(held, tally.held(), cgroup);
      tally.refused().forEach((type, n) -> refused.set(n, cgroup, type.name() + "_COUNT"));
      tally.refusedRates().forEach((verb, n) -> refused.set(n, cgroup, verb.name()));
      if (tally.refusedCalls() > 0) {
        refused.set(tally.refusedCalls(), cgroup, "CALLS");
      }
      add(killed, tally.killed(), cgroup);
      add(passed, tally.passed(), cgroup);
      memory(tally, heldBytes, refused, killed, passed);
    }
    return List.of(
        active.gauge(),
        held.gauge(),
        heldBytes.gauge(),
        refused.counter(),
        killed.counter(),
        passed.counter());
  }

  private static void memory(
      Tally tally, Series held, Series refused, Series killed, Series passed) {
    if (tally.quota().mrBytes().isEmpty()) {
      return;
    }
    String rule = new Rule.Bytes().name();
    held.set(tally.memory().held(), tally.cgroup());
    refused.set(tally.memory().refused(), tally.cgroup(), rule);
    killed.set(tally.memory().killed(), tally.cgroup(), rule);
    passed.set(tally.memory().passed(), tally.cgroup(), rule);
  }

  private static Series series(String name, String help, String by) {
    return new Series("rdma_monitor_" + name, help + " No cgroup: the host's limit.", "cgroup", by);
  }

  private static void add(Series series, Map<ResourceType, Long> counts, String cgroup) {
    counts.forEach((type, n) -> series.set(n, cgroup, type.name()));
  }
}
