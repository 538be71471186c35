// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.quota.recorded.DryRun;
import org.rdmamonitor.quota.recorded.Traffic;
import org.rdmamonitor.text.Columns;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** What limits would have refused, as text. */
final class DryRunTable {
  private DryRunTable() {}

  static String of(DryRun.Result result) {
    StringBuilder text = new StringBuilder();
    if (!result.refusals().isEmpty()) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("TENANT", "RESOURCE", "PROGRAM", "REFUSED", "FIRST AFTER", "WHY"));
      result.refusals().forEach(refusal -> rows.add(row(refusal, result.extent())));
      text.append(Columns.of(rows, "lllrrl")).append('\n');
    }
    text.append(
        "Of %d creations in %s, %d would have been refused%s.%n"
            .formatted(
                result.asked(),
                seconds(result.extent().begin(), result.extent().end()),
                result.refused(),
                result.refused() == 0 ? "" : ", of " + tenants(result)));
    return text.append(missed(result.extent())).toString();
  }

  private static List<String> row(DryRun.Refusal refusal, Traffic.Extent extent) {
    return List.of(
        Printable.of(refusal.cgroup()),
        refusal.resource().key(),
        Printable.of(refusal.comm()),
        Long.toString(refusal.count()),
        seconds(extent.begin(), refusal.first()),
        Printable.of(refusal.why()));
  }

  private static String seconds(java.time.Instant begin, java.time.Instant end) {
    return Times.tenths(Duration.between(begin, end));
  }

  private static String tenants(DryRun.Result result) {
    long count = result.refusals().stream().map(DryRun.Refusal::cgroup).distinct().count();
    return count == 1 ? "1 tenant" : count + " tenants";
  }

  /** A line where the recording is not whole. */
  static String missed(Traffic.Extent extent) {
    return extent.missed() == 0
        ? ""
        : "%d calls were made and not recorded, and so are not counted.%n"
            .formatted(extent.missed());
  }
}
