// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.QueuePairsByType;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.text.Printable;

/**
 * The cgroups that have made calls or own objects: their calls since the start, and the objects.
 */
final class CgroupSection {
  private static final int WIDTH = 26;

  private final Page page;

  CgroupSection(Page page) {
    this.page = page;
  }

  void write(Snapshot snapshot, Verdict verdict, QueuePairsByType queuePairs) throws IOException {
    List<CgroupActivity> cgroups =
        snapshot.cgroups().stream()
            .filter(cgroup -> cgroup.activity().total().hasCallsOrObjects())
            .toList();
    if (cgroups.isEmpty()) {
      page.line("  (none)");
    }
    for (int i = 0; i < cgroups.size(); i++) {
      if (i > 0) {
        page.line("");
      }
      write(cgroups.get(i), snapshot, verdict, queuePairs);
    }
  }

  private void write(
      CgroupActivity cgroup, Snapshot snapshot, Verdict verdict, QueuePairsByType queuePairs)
      throws IOException {
    Counts total = cgroup.activity().total();
    page.line("CGROUP ID: " + cgroup.cgroup().id() + " " + name(cgroup.cgroup()));
    for (Verb verb : Verb.values()) {
      if (total.calls(verb) > 0) {
        String flag =
            page.flag(
                verdict.flags(verb, cgroup.activity(), cgroup.cgroup().path()),
                Verdict.intercepts(snapshot, verb, cgroup.cgroup().path()));
        row("RDMA_MONITOR_" + verb.name(), total.calls(verb) + flag);
      }
    }
    if (total.hasLiveObjects()) {
      row("Live objects", liveObjects(total, queuePairs.ofCgroup(cgroup.cgroup().id())));
    }
  }

  private void row(String label, String value) throws IOException {
    page.line("  " + Page.padded(label, WIDTH) + ": " + value);
  }

  /** The path, and the name that it stands for if that is not its last part. */
  static String name(Cgroup cgroup) {
    if (cgroup.path().isEmpty()) {
      return "(path unknown)";
    }
    String shown = "(" + Printable.of(cgroup.path()) + ")";
    return CgroupName.of(cgroup)
        .filter(label -> !cgroup.path().endsWith("/" + label))
        .map(label -> shown + " [" + Printable.of(label) + "]")
        .orElse(shown);
  }

  private static String liveObjects(Counts counts, Map<QueuePairType, Long> queuePairs) {
    List<String> parts = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      if (counts.live(type) != 0) {
        String more =
            type == ResourceType.QP ? QueuePairsByType.text(queuePairs) : size(type, counts);
        parts.add(
            type.name() + " " + counts.live(type) + (more.isEmpty() ? "" : " (" + more + ")"));
      }
    }
    return String.join(", ", parts);
  }

  private static String size(ResourceType type, Counts counts) {
    return Size.of(type)
        .filter(size -> counts.total(size) > 0)
        .map(size -> size.words(counts.total(size)))
        .orElse("");
  }
}
