// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.activity.ProcessActivity;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.words.Figures;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/**
 * The busiest processes that own objects or made calls during the interval; the others together.
 */
final class ProcessSection {
  private static final int WIDTH = 26;

  private final Page page;
  private final int most;

  /**
   * A section.
   *
   * @param most processes that are shown one by one; 0: there is no section
   */
  ProcessSection(Page page, int most) {
    this.page = page;
    this.most = most;
  }

  void write(Snapshot snapshot) throws IOException {
    if (most == 0) {
      return;
    }
    page.title(snapshot.time(), "Per-Process RDMA Statistics:");
    List<ProcessActivity> processes =
        snapshot.details().processes().stream().sorted(ProcessActivity.BUSIEST_FIRST).toList();
    if (processes.isEmpty()) {
      page.line("  (none)");
    }
    Map<Long, Cgroup> cgroups =
        snapshot.cgroups().stream()
            .map(CgroupActivity::cgroup)
            .collect(Collectors.toMap(Cgroup::id, Function.identity()));
    double seconds = snapshot.interval().toNanos() / 1e9;
    for (ProcessActivity process : processes.subList(0, Math.min(most, processes.size()))) {
      Cgroup cgroup = cgroups.getOrDefault(process.cgroup(), Cgroup.withoutPath(process.cgroup()));
      write(process, cgroup, seconds);
    }
    if (processes.size() > most) {
      rest(processes.subList(most, processes.size()));
    }
    page.end();
  }

  private void write(ProcessActivity process, Cgroup cgroup, double seconds) throws IOException {
    page.line(
        "PID: %d %s %s"
            .formatted(process.pid(), Printable.of(process.comm()), CgroupSection.name(cgroup)));
    if (seconds > 0) {
      String failed =
          process.failed() > 0 ? ", " + Figures.rate(process.failed() / seconds) + "/s failed" : "";
      row("Calls", Figures.rate(process.allCalls() / seconds) + "/s" + failed);
    }
    if (process.objects() > 0) {
      row("Live objects", objects(process));
    }
  }

  private void row(String label, String value) throws IOException {
    page.line("  " + Page.padded(label, WIDTH) + ": " + value);
  }

  private static String objects(ProcessActivity process) {
    List<String> parts = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      if (process.live(type) > 0) {
        String bytes = type == ResourceType.MR ? " (" + Bytes.text(process.mrBytes()) + ")" : "";
        parts.add(type.name() + " " + process.live(type) + bytes);
      }
    }
    return String.join(", ", parts);
  }

  private void rest(List<ProcessActivity> others) throws IOException {
    Map<ResourceType, Long> live = new EnumMap<>(ResourceType.class);
    others.forEach(
        process -> process.live().forEach((type, count) -> live.merge(type, count, Long::sum)));
    String objects =
        live.entrySet().stream()
            .map(entry -> entry.getKey().name() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    page.line("and %d more%s".formatted(others.size(), objects.isEmpty() ? "" : ": " + objects));
  }
}
