// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Latency;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.units.Times;

/** How long the calls of the interval took; nothing where there were none. */
final class LatencySection {
  private static final int LABEL = 11;
  private static final int COLUMN = 10;

  private final Page page;

  LatencySection(Page page) {
    this.page = page;
  }

  void write(Snapshot snapshot) throws IOException {
    Map<Verb, Latency> latencies = snapshot.details().latency();
    if (latencies.isEmpty()) {
      return;
    }
    page.title(snapshot.time(), "Operation Latency:");
    int longest =
        latencies.keySet().stream().mapToInt(verb -> verb.label().length()).max().orElse(0);
    int label = Math.max(LABEL, longest + 1);
    page.line(row("", label, List.of("calls", "p50", "p90", "p99", "max")));
    for (Verb verb : Verb.values()) {
      Latency latency = latencies.getOrDefault(verb, Latency.NONE);
      if (latency.count() > 0) {
        page.line(
            row(
                verb.label() + ":",
                label,
                List.of(
                    Long.toString(latency.count()),
                    Times.text(latency.p50()),
                    Times.text(latency.p90()),
                    Times.text(latency.p99()),
                    Times.text(latency.max()))));
      }
    }
    page.end();
  }

  private static String row(String label, int width, List<String> cells) {
    StringBuilder row = new StringBuilder(Page.padded(label, width));
    for (String cell : cells) {
      row.append(' ').append(" ".repeat(Math.max(0, COLUMN - cell.length()))).append(cell);
    }
    return row.toString();
  }
}
