// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.LimitOutcome.Part;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.model.resource.Unit;

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
    List<MetricSnapshot> families = new ArrayList<>(List.of(active.gauge()));
    for (Size size : Size.values()) {
      families.add(heldSize(enforcement, size).gauge());
    }
    for (Part part : Part.values()) {
      Series series = series(part);
      enforcement.tallies().forEach(tally -> add(series, part, tally));
      families.add(part == Part.HELD ? series.gauge() : series.counter());
    }
    return families;
  }

  private static Series series(Part part) {
    return switch (part) {
      case HELD -> series("held_objects", "Objects that count for a limit.", "type");
      case REFUSED -> series("refused", "Calls refused, by the limit that they met.", "rule");
      case KILLED ->
          series("killed", "Processes killed for a creation that had not asked.", "type");
      case PASSED -> series("passed", "Creations that had not asked at the gate.", "type");
      case OVER -> series("over", "Creations that had not asked, beyond the limit.", "type");
    };
  }

  /**
   * Adds one part of each rule's outcome. A limit has its series from the beginning, so that the
   * first refusal is seen as a rise; a rule without a limit has one once it has an outcome.
   */
  private static void add(Series series, Part part, Tally tally) {
    for (Rule rule : Rule.every()) {
      long number = part.of(tally.of(rule));
      if (isTold(part, rule) && (isLimited(tally, rule) || number != 0)) {
        series.set(number, tally.cgroup(), part == Part.REFUSED ? rule.name() : rule.subject());
      }
    }
  }

  /** Whether the part applies to a rule, and has no metric of its own. */
  private static boolean isTold(Part part, Rule rule) {
    return switch (rule) {
      case Rule.Count _ -> true;
      case Rule.Total _ -> part != Part.HELD;
      case Rule.Peers _ -> part == Part.REFUSED || part == Part.KILLED;
      case Rule.Rate _, Rule.Calls _ -> part == Part.REFUSED;
    };
  }

  private static boolean isLimited(Tally tally, Rule rule) {
    return rule.isNumbered() ? tally.limits().has(rule) : tally.limits().peers().isPresent();
  }

  private static Series heldSize(Enforcement enforcement, Size size) {
    boolean isBytes = size.unit() == Unit.BYTES;
    Series held =
        new Series(
            "rdma_monitor_held_" + (isBytes ? "bytes" : size.key()),
            "%s of %s that count for a limit%s. No cgroup: the host's limit."
                .formatted(
                    isBytes ? "Bytes" : "Entries",
                    size.objects(),
                    isBytes ? ", in whole pages" : ""),
            "cgroup");
    Rule rule = new Rule.Total(size);
    for (Tally tally : enforcement.tallies()) {
      if (tally.limits().has(rule)) {
        held.set(tally.of(rule).held(), tally.cgroup());
      }
    }
    return held;
  }

  private static Series series(String name, String help, String by) {
    return new Series("rdma_monitor_" + name, help + " No cgroup: the host's limit.", "cgroup", by);
  }
}
