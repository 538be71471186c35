// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import static org.rdmamonitor.render.words.Timestamp.TIME;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.units.Times;

/**
 * Comma-separated values (RFC 4180), with a heading: for each reading a row for the host, for each
 * device, for each cgroup, and for each device of a cgroup.
 */
public final class CsvReport implements Report {
  private static final String LINE_END = "\r\n";

  private final Appendable out;

  /**
   * A report.
   *
   * @param out where it is written; it is not flushed
   */
  public CsvReport(Appendable out) {
    this.out = out;
  }

  /** The columns, in their order. */
  static List<String> columns() {
    List<String> columns =
        new ArrayList<>(List.of("time", "interval", "scope", "device", "cgroup_id", "cgroup"));
    for (ResourceType type : ResourceType.values()) {
      columns.add(type.netlinkName());
    }
    for (Size size : Size.values()) {
      columns.add(size.key());
    }
    for (Verb verb : Verb.values()) {
      String name = verb.name().toLowerCase(Locale.ROOT);
      columns.addAll(List.of(name, name + "_failed", name + "_per_second"));
    }
    return columns;
  }

  @Override
  public void reading(Stage stage, Snapshot snapshot, Verdict verdict) throws IOException {
    if (stage == Stage.FIRST) {
      row(columns());
    }
    row(snapshot, List.of("host", "", "", ""), snapshot.host());
    for (DeviceActivity device : snapshot.devices()) {
      row(snapshot, List.of("device", device.device().label(), "", ""), device.activity());
    }
    for (CgroupActivity cgroup : snapshot.cgroups()) {
      row(snapshot, scope("cgroup", "", cgroup.cgroup()), cgroup.activity());
      for (DeviceActivity device : cgroup.devices()) {
        row(
            snapshot,
            scope("cgroup_device", device.device().label(), cgroup.cgroup()),
            device.activity());
      }
    }
  }

  private static List<String> scope(String scope, String device, Cgroup cgroup) {
    return List.of(scope, device, Long.toString(cgroup.id()), cgroup.path());
  }

  private void row(Snapshot snapshot, List<String> scope, Activity activity) throws IOException {
    Counts total = activity.total();
    List<String> row = new ArrayList<>();
    row.add(TIME.format(snapshot.time()));
    row.add(Times.seconds(snapshot.interval()));
    row.addAll(scope);
    for (ResourceType type : ResourceType.values()) {
      row.add(Long.toString(total.live(type)));
    }
    for (Size size : Size.values()) {
      row.add(Long.toString(total.total(size)));
    }
    for (Verb verb : Verb.values()) {
      row.add(Long.toString(total.calls(verb)));
      row.add(Long.toString(total.failed(verb)));
      row.add(activity.seconds() > 0 ? rate(activity.rate(verb)) : "");
    }
    row(row);
  }

  private static String rate(double perSecond) {
    return perSecond == 0 ? "0" : String.format(Locale.ROOT, "%.3f", perSecond);
  }

  private void row(List<String> fields) throws IOException {
    out.append(String.join(",", fields.stream().map(CsvReport::quoted).toList())).append(LINE_END);
  }

  private static String quoted(String field) {
    boolean isPlain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return isPlain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }

  @Override
  public void stopped(Instant time) {
    // The times in the rows tell it.
  }
}
