// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.words.HealthWords;
import org.rdmamonitor.text.Printable;

/**
 * OpenMetrics text with timestamps, under the same names and labels as the live metrics. The format
 * requires the points of one metric to be together, so everything is written at the end; until then
 * a point takes two or three bytes of memory.
 */
public final class OpenMetricsReport implements Report {
  private static final String RESOURCES = "rdma_monitor_resources";
  private static final String VERBS = "rdma_monitor_verbs";
  private static final String CGROUP_RESOURCES = "rdma_monitor_cgroup_resources";
  private static final String BREACHES = "rdma_monitor_threshold_breaches";
  private static final String LOST = HealthWords.LOST_EVENTS.metric();

  /** Cgroups that were removed before their path could be read. */
  private static final String UNKNOWN = "[unknown]";

  /** A group of metrics of one name. */
  private record Family(String type, String help) {}

  private static final Map<String, Family> FAMILIES = new LinkedHashMap<>();

  static {
    FAMILIES.put(RESOURCES, new Family("gauge", "Objects that exist."));
    FAMILIES.put(VERBS, new Family("counter", "Calls of the control path, by result."));
    FAMILIES.put(CGROUP_RESOURCES, new Family("gauge", "Objects that exist, by owner."));
    for (Size size : Size.values()) {
      FAMILIES.put(family(size), new Family("gauge", size.description()));
    }
    FAMILIES.put(BREACHES, new Family("counter", "How often a limit began to be exceeded."));
    FAMILIES.put(LOST, new Family("counter", HealthWords.LOST_EVENTS.help()));
  }

  private final Appendable out;
  private final List<Instant> times = new ArrayList<>();
  private final Map<String, Map<String, PackedPoints>> series = new LinkedHashMap<>();
  private final Map<String, Map<String, Long>> present = new HashMap<>();
  private final Map<String, Long> breaches = new TreeMap<>();
  private Set<String> exceeded = Set.of();

  /**
   * A report.
   *
   * @param out where it is written; it is not flushed
   */
  public OpenMetricsReport(Appendable out) {
    this.out = out;
    FAMILIES.keySet().forEach(family -> series.put(family, new TreeMap<>()));
  }

  @Override
  public void reading(Stage stage, Snapshot snapshot, Verdict verdict) {
    if (!times.isEmpty() && !snapshot.time().isAfter(times.getLast())) {
      return; // points of one metric must not go back in time
    }
    times.add(snapshot.time());
    for (DeviceActivity device : snapshot.devices()) {
      device(device);
    }
    for (CgroupActivity cgroup : snapshot.cgroups()) {
      for (DeviceActivity device : cgroup.devices()) {
        cgroup(cgroup.cgroup(), device);
      }
    }
    begin(verdict);
    breaches.forEach((rule, count) -> point(BREACHES, labels("rule", rule), count));
    point(LOST, "", snapshot.health().of(Figure.LOST_EVENTS));
    present.forEach(
        (family, values) -> values.forEach((labels, value) -> add(family, labels, value)));
    present.clear();
  }

  private void begin(Verdict verdict) {
    Set<String> now =
        verdict.breaches().stream().map(breach -> breach.rule().name()).collect(Collectors.toSet());
    for (String rule : now) {
      breaches.merge(rule, exceeded.contains(rule) ? 0L : 1L, Long::sum);
    }
    exceeded = now;
  }

  private void device(DeviceActivity device) {
    String name = device.device().label();
    Counts total = device.activity().total();
    for (ResourceType type : ResourceType.values()) {
      point(RESOURCES, labels("device", name, "type", type.name()), total.live(type));
    }
    for (Verb verb : Verb.values()) {
      long failed = total.failed(verb);
      point(VERBS, labels("device", name, "result", "failed", "verb", verb.name()), failed);
      point(
          VERBS,
          labels("device", name, "result", "ok", "verb", verb.name()),
          total.calls(verb) - failed);
    }
  }

  private void cgroup(Cgroup cgroup, DeviceActivity device) {
    String path = cgroup.path().isEmpty() ? UNKNOWN : cgroup.path();
    String name = device.device().label();
    Counts total = device.activity().total();
    for (ResourceType type : ResourceType.values()) {
      point(
          CGROUP_RESOURCES,
          labels("cgroup", path, "device", name, "type", type.name()),
          total.live(type));
    }
    for (Size size : Size.values()) {
      point(family(size), labels("cgroup", path, "device", name), total.total(size));
    }
  }

  private static String family(Size size) {
    return "rdma_monitor_" + size.key();
  }

  /** Values with the same labels are added up to one metric. */
  private void point(String family, String labels, long value) {
    present.computeIfAbsent(family, f -> new HashMap<>()).merge(labels, value, Long::sum);
  }

  private void add(String family, String labels, long value) {
    Map<String, PackedPoints> metrics = series.computeIfAbsent(family, f -> new TreeMap<>());
    metrics.computeIfAbsent(labels, l -> new PackedPoints()).add(times.size() - 1, value);
  }

  private static String labels(String... namesAndValues) {
    StringBuilder labels = new StringBuilder("{");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      labels
          .append(i == 0 ? "" : ",")
          .append(namesAndValues[i])
          .append("=\"")
          .append(escaped(Printable.of(namesAndValues[i + 1])))
          .append('"');
    }
    return labels.append('}').toString();
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  @Override
  public void stopped(Instant time) throws IOException {
    for (Map.Entry<String, Map<String, PackedPoints>> entry : series.entrySet()) {
      if (!entry.getValue().isEmpty()) {
        family(entry.getKey(), entry.getValue());
      }
    }
    out.append("# EOF\n");
  }

  private void family(String name, Map<String, PackedPoints> metrics) throws IOException {
    Family family = FAMILIES.getOrDefault(name, new Family("unknown", ""));
    out.append("# TYPE ").append(name).append(' ').append(family.type()).append('\n');
    out.append("# HELP ").append(name).append(' ').append(family.help()).append('\n');
    String suffix = family.type().equals("counter") ? "_total" : "";
    for (Map.Entry<String, PackedPoints> metric : metrics.entrySet()) {
      metric
          .getValue()
          .forEach((index, value) ->
              out.append(name)
                  .append(suffix)
                  .append(metric.getKey())
                  .append(' ')
                  .append(Long.toString(value))
                  .append(' ')
                  .append(seconds(times.get(index)))
                  .append('\n'));
    }
  }

  private static String seconds(Instant time) {
    return String.format(Locale.ROOT, "%d.%03d", time.getEpochSecond(), time.getNano() / 1_000_000);
  }
}
