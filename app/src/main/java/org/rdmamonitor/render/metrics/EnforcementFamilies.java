// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import org.rdmamonitor.model.Enforcement;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.LimitOutcome;
import org.rdmamonitor.model.Rule;

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
      for (Rule rule : Rule.every()) {
        LimitOutcome outcome = tally.of(rule);
        // A limit of bytes has its series from the beginning.
        boolean isSized = rule.unit() == Rule.Unit.BYTES && tally.limits().has(rule);
        if (isSized) {
          heldBytes.set(outcome.held(), cgroup);
        } else if (rule.unit() == Rule.Unit.BYTES) {
          continue;
        } else if (outcome.held() != 0) {
          held.set(outcome.held(), cgroup, rule.subject());
        }
        add(refused, outcome.refused(), isSized, cgroup, rule.name());
        add(killed, outcome.killed(), isSized, cgroup, rule.subject());
        add(passed, outcome.passed(), isSized, cgroup, rule.subject());
      }
    }
    return List.of(
        active.gauge(),
        held.gauge(),
        heldBytes.gauge(),
        refused.counter(),
        killed.counter(),
        passed.counter());
  }

  private static Series series(String name, String help, String by) {
    return new Series("rdma_monitor_" + name, help + " No cgroup: the host's limit.", "cgroup", by);
  }

  private static void add(Series series, long number, boolean always, String cgroup, String by) {
    if (number != 0 || always) {
      series.set(number, cgroup, by);
    }
  }
}
