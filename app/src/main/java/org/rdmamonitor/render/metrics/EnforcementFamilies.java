// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.Enforcement;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.LimitOutcome;
import org.rdmamonitor.model.Rule;
import org.rdmamonitor.model.Size;

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
    Series refused = series("refused", "Calls refused, by the limit that they met.", "rule");
    Series killed = series("killed", "Processes killed for a creation that had not asked.", "type");
    Series passed = series("passed", "Creations that had not asked at the gate.", "type");
    for (Tally tally : enforcement.tallies()) {
      String cgroup = tally.cgroup();
      for (Rule rule : Rule.every()) {
        LimitOutcome outcome = tally.of(rule);
        // A limit of a size has its series from the beginning.
        boolean isSized = rule instanceof Rule.Total && tally.limits().has(rule);
        if (rule instanceof Rule.Total && !isSized) {
          continue;
        }
        if (!isSized && outcome.held() != 0) {
          held.set(outcome.held(), cgroup, rule.subject());
        }
        add(refused, outcome.refused(), isSized, cgroup, rule.name());
        add(killed, outcome.killed(), isSized, cgroup, rule.subject());
        add(passed, outcome.passed(), isSized, cgroup, rule.subject());
      }
    }
    List<MetricSnapshot> families = new ArrayList<>(List.of(active.gauge(), held.gauge()));
    for (Size size : Size.values()) {
      families.add(heldSize(enforcement, size).gauge());
    }
    families.addAll(List.of(refused.counter(), killed.counter(), passed.counter()));
    return families;
  }

  private static Series heldSize(Enforcement enforcement, Size size) {
    Series held =
        switch (size) {
          case MR_BYTES ->
              held("bytes", "Bytes of memory regions that count for a limit, in whole pages.");
          case CQ_ENTRIES ->
              held("cq_entries", "Entries of completion queues that count for a limit.");
        };
    Rule rule = new Rule.Total(size);
    for (Tally tally : enforcement.tallies()) {
      if (tally.limits().has(rule)) {
        held.set(tally.of(rule).held(), tally.cgroup());
      }
    }
    return held;
  }

  private static Series held(String what, String help) {
    return new Series(
        "rdma_monitor_held_" + what, help + " No cgroup: the host's limit.", "cgroup");
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
