// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Golden;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.transfer.TransferResult;
import org.rdmamonitor.secure.transfer.Tuning;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.Transport;

class ReportTest {
  private static final TransferResult GIBIBYTE =
      new TransferResult(65536, 16384, 0, 0, 1_000_000_000, Optional.empty());

  @Test
  void bandwidth() throws IOException {
    Heading heading = heading(Operation.SEND, Measure.BANDWIDTH, true);
    BandwidthRow row = BandwidthRow.of(GIBIBYTE);
    BandwidthRow slow =
        BandwidthRow.of(new TransferResult(2, 1000, 0, 0, 20_000_000, Optional.empty()));
    Golden.assertMatches(
        TransferText.heading(heading)
            + TransferText.bandwidthColumns(Unit.MEBIBYTES)
            + TransferText.row(slow, Unit.MEBIBYTES)
            + TransferText.row(row.and(row), Unit.MEBIBYTES)
            + TransferText.RULE
            + TransferText.bandwidthColumns(Unit.GIGABITS)
            + TransferText.row(slow, Unit.GIGABITS)
            + TransferText.row(BandwidthRow.sum(List.of(row, row, row)), Unit.GIGABITS)
            + TransferJson.of(heading, row, Unit.MEBIBYTES)
            + TransferJson.of(heading, row, Unit.GIGABITS)
            + TransferText.progress(65536, 8192, 500_000_000)
            + "\n",
        "secure/bandwidth.txt");
  }

  @Test
  void latency() throws IOException {
    Heading heading = heading(Operation.FETCH_AND_ADD, Measure.LATENCY, false);
    Histogram histogram = new Histogram(1, 1_000_000_000, 3);
    histogram.recordValueWithCount(1_000, 998);
    histogram.recordValue(3_000);
    histogram.recordValue(250_000);
    LatencyRow row =
        LatencyRow.of(new TransferResult(8, 1000, 0, 0, 2_000_000, Optional.of(histogram)));
    Golden.assertMatches(
        TransferText.heading(heading)
            + TransferText.latencyColumns()
            + TransferText.row(row)
            + TransferText.RULE
            + TransferText.histogram(histogram)
            + TransferJson.of(heading, row),
        "secure/latency.txt");
  }

  @Test
  void onlyLatencyHasALatency() {
    assertThatThrownBy(() -> LatencyRow.of(GIBIBYTE)).hasMessage("no latency was measured");
  }

  @Test
  void rowsOfOneSizeAddUp() {
    BandwidthRow row = BandwidthRow.of(GIBIBYTE);
    assertThat(row.bytesPerSecond()).isEqualTo(1 << 30);
    assertThat(BandwidthRow.sum(List.of(row, row)).operations()).isEqualTo(2 * 16384);
    assertThat(row.and(row)).isEqualTo(new BandwidthRow(65536, 16384, 2L << 30, 2 * 16384));
    BandwidthRow other = BandwidthRow.of(new TransferResult(2, 1, 0, 0, 1, Optional.empty()));
    assertThatThrownBy(() -> BandwidthRow.sum(List.of(row, other)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noTimeIsNoRate() {
    TransferResult nothing = new TransferResult(2, 0, 0, 0, 0, Optional.empty());
    assertThat(BandwidthRow.of(nothing)).isEqualTo(new BandwidthRow(2, 0, 0, 0));
  }

  private static Heading heading(Operation operation, Measure measure, boolean bidirectional) {
    TransferPlan plan =
        new TransferPlan(
            operation,
            Transport.RC,
            measure,
            Sizes.of(operation.isAtomic() ? 8 : 65536),
            Extent.ofIterations(1000),
            128,
            bidirectional,
            false,
            false,
            Tuning.DEFAULT);
    return new Heading(plan, "rxe0", "IB", 1, 1024, "Ethernet", Optional.of(1), 220, 16, false);
  }
}
