// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.OpenMetricsReport;
import org.rdmamonitor.render.Report.Stage;

/** What a dump of a recording calls as the live metrics do means the same, down to each series. */
class DumpedMetricsTest {
  private static final Breach BREACH = new Breach(new Rule.Count(ResourceType.CQ), 5, 6);

  @Test
  void everySeriesOfADumpIsOneThatIsServedLive() throws IOException {
    Sample sample = Scenes.busier();
    Verdict verdict = new Verdict(List.of(BREACH), List.of());
    MetricsScene live = new MetricsScene(1000).tell(sample, verdict);
    Map<String, Double> served = Exposition.parse(live.text(Rendering.OPEN_METRICS)).samples();
    Ledger ledger = new Ledger();
    ledger.add(sample);
    StringBuilder dump = new StringBuilder();
    OpenMetricsReport report = new OpenMetricsReport(dump);
    report.reading(Stage.FIRST, ledger.snapshot(), verdict);
    report.stopped(Instant.EPOCH);

    Map<String, Double> dumped = Exposition.parse(withoutTimes(dump.toString())).samples();
    Map<String, Double> expected = new TreeMap<>(served);
    expected.keySet().retainAll(dumped.keySet());

    assertThat(dumped).hasSizeGreaterThan(100).isEqualTo(expected);
    assertThat(dumped)
        .containsEntry("rdma_monitor_threshold_breaches_total{rule=\"CQ_COUNT\"}", 1.0);
  }

  @Test
  void aLimitThatGoesOnToBeExceededIsCountedOnce() throws IOException {
    Verdict exceeded = new Verdict(List.of(BREACH), List.of());
    Ledger ledger = new Ledger();
    StringBuilder dump = new StringBuilder();
    OpenMetricsReport report = new OpenMetricsReport(dump);
    List<Verdict> verdicts = List.of(exceeded, exceeded, Verdict.NO_BREACH, exceeded);
    for (int i = 0; i < verdicts.size(); i++) {
      ledger.add(Scenes.nothing(Duration.ofSeconds(i)));
      report.reading(Stage.NEXT, ledger.snapshot(), verdicts.get(i));
    }
    report.stopped(Instant.EPOCH);

    assertThat(dump.toString().lines().filter(line -> line.contains("CQ_COUNT")))
        .extracting(line -> line.split(" ", -1)[1])
        .containsExactly("1", "1", "1", "2");
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("(?m)^([^#].*) [0-9.]+$", "$1");
  }
}
