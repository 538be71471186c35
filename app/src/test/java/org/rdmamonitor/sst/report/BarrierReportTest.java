// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.report;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Golden;
import org.rdmamonitor.sst.BarrierVariant;
import org.rdmamonitor.sst.measure.BarrierResult;
import org.rdmamonitor.sst.measure.Claim;
import org.rdmamonitor.sst.measure.Latency;

class BarrierReportTest {
  private static final BarrierHeading HEADING =
      new BarrierHeading(
          "in this process", List.of("rxe0", "rxe1"), 1024, "Ethernet", BarrierVariant.NAIVE, 1000);
  private static final Latency BARRIER = new Latency(4000, 12.5, 31.25, 250.5, 123456.78);
  private static final BarrierResult COMPARED =
      new BarrierResult(
          4,
          BARRIER,
          Optional.of(new Latency(1000, 5, 12.5, 40, 99)),
          Optional.of(new Latency(4000, 20, 62.5, 400, 999)),
          0,
          Map.of());
  private static final BarrierResult CHECKED =
      new BarrierResult(
          4, BARRIER, Optional.empty(), Optional.empty(), 4400, Map.of(Claim.D5, 3L, Claim.D3, 1L));
  private static final BarrierResult HELD =
      new BarrierResult(64, BARRIER, Optional.empty(), Optional.empty(), 70400, Map.of());

  @Test
  void textForPeople() throws IOException {
    Golden.assertMatches(
        BarrierText.heading(HEADING)
            + BarrierText.columns(true)
            + BarrierText.row(HEADING, COMPARED)
            + BarrierText.RULE
            + BarrierText.columns(false)
            + BarrierText.row(HEADING, CHECKED)
            + BarrierText.check(CHECKED)
            + BarrierText.check(HELD),
        "barrier/report.txt");
  }

  @Test
  void jsonForPrograms() throws IOException {
    Golden.assertMatches(
        BarrierJson.of(HEADING, COMPARED) + BarrierJson.of(HEADING, CHECKED),
        "barrier/report.jsonl");
  }
}
