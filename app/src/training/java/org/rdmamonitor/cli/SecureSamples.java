// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.rdmamonitor.secure.report.BandwidthRow;
import org.rdmamonitor.secure.report.Heading;
import org.rdmamonitor.secure.report.LatencyRow;
import org.rdmamonitor.secure.report.TransferJson;
import org.rdmamonitor.secure.report.TransferText;
import org.rdmamonitor.secure.report.Unit;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.transfer.TransferResult;
import org.rdmamonitor.secure.transfer.Tuning;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Gid;
import org.rdmamonitor.secure.wire.GidType;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Offer;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Mtu;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Port;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;
import org.rdmamonitor.secure.wire.Region;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.Transport;

/** What a client and a server would say and print if they had a device: made up, for training. */
final class SecureSamples {
  private static final long SIZE = 65_536;

  private SecureSamples() {}

  static Request request() {
    return new Request(
        Codec.VERSION,
        Operation.SEND,
        Transport.RC,
        ConnectionMode.BY_HAND,
        Measure.BANDWIDTH,
        Sizes.of(SIZE),
        Extent.ofIterations(1000),
        1,
        128,
        Set.of(),
        Optional.empty());
  }

  static Offer offer() {
    Port port = new Port(new Gid(1, 1), GidType.ROCE_V2, 0, Mtu.MTU_1024);
    return new Offer(
        Optional.empty(), List.of(new QueuePairEndpoint(17, 1, 0, port, 16, Region.NONE)));
  }

  static TransferResult bandwidth() {
    return new TransferResult(SIZE, 1000, 0, 0, 1_000_000_000, Optional.empty());
  }

  private static TransferResult latency() {
    Histogram histogram = new Histogram(1, 1_000_000_000, 3);
    histogram.recordValueWithCount(1_000, 1000);
    return new TransferResult(SIZE, 1000, 0, 0, 1_000_000_000, Optional.of(histogram));
  }

  /** Prints reports of all kinds. */
  static void print() {
    TransferPlan plan = TransferPlan.of(request(), Tuning.DEFAULT);
    Heading heading =
        new Heading(plan, "rxe0", "IB", 1, 1024, "Ethernet", Optional.of(1), 220, 16, false);
    BandwidthRow bandwidth = BandwidthRow.of(bandwidth());
    LatencyRow latency = LatencyRow.of(latency());
    System.out.print(
        TransferText.heading(heading)
            + TransferText.bandwidthColumns(Unit.MEBIBYTES)
            + TransferText.row(bandwidth, Unit.MEBIBYTES)
            + TransferText.latencyColumns()
            + TransferText.row(latency)
            + TransferText.RULE
            + TransferText.histogram(latency().latency().orElseThrow())
            + TransferJson.of(heading, bandwidth, Unit.GIGABITS)
            + TransferJson.of(heading, latency));
  }
}
