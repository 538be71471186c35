// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.report.BandwidthRow;
import org.rdmamonitor.secure.report.Heading;
import org.rdmamonitor.secure.report.LatencyRow;
import org.rdmamonitor.secure.report.TransferJson;
import org.rdmamonitor.secure.report.TransferText;
import org.rdmamonitor.secure.report.Unit;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.SizeReport;
import org.rdmamonitor.secure.transfer.TransferPlan;
import org.rdmamonitor.secure.transfer.TransferResult;
import org.rdmamonitor.secure.transfer.Tuning;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;

/**
 * Results as perftest prints them. Of several connections each has a row, and below is their sum,
 * or for latency, all that was measured.
 */
public final class PerftestResults implements Results {
  private final Writer out;
  private final Request request;
  private final Tuning tuning;
  private final ResultFormat look;
  private @Nullable Heading heading;

  /**
   * What users choose.
   *
   * @param histogram whether all latencies are listed
   * @param connections at once
   */
  record ResultFormat(boolean json, boolean histogram, Unit unit, int connections) {}

  PerftestResults(Writer out, Request request, Tuning tuning, ResultFormat look) {
    this.out = out;
    this.request = request;
    this.tuning = tuning;
    this.look = look;
  }

  @Override
  public void begin(Attachment attachment, QueuePairEndpoint server) throws IOException {
    heading = heading(attachment, server, request.queuePairs());
    if (!look.json) {
      out.write(TransferText.heading(heading(attachment, server, queuePairs())));
      out.write(
          isBandwidth() ? TransferText.bandwidthColumns(look.unit) : TransferText.latencyColumns());
      out.flush();
    }
  }

  private int queuePairs() {
    return request.queuePairs() * look.connections;
  }

  private Heading heading(Attachment own, QueuePairEndpoint server, int queuePairs) {
    int mtu = Math.min(own.port().activeMtu().bytes(), server.port().mtu().bytes());
    return new Heading(
        TransferPlan.of(request, tuning),
        own.device(),
        "IB",
        queuePairs,
        request.mtu().map(wanted -> Math.min(mtu, wanted.bytes())).orElse(mtu),
        own.port().linkLayer().title(),
        Optional.of(own.gid().index()),
        tuning.inline(),
        Math.min(own.attributes().maxReadsAsked(), server.maxReadAtomic()),
        request.connection() == ConnectionMode.CONNECTION_MANAGER);
  }

  private boolean isBandwidth() {
    return request.measure() == Measure.BANDWIDTH;
  }

  @Override
  public void done(List<SizeReport> reports) throws IOException {
    if (isBandwidth()) {
      List<BandwidthRow> rows = reports.stream().map(this::bandwidth).toList();
      for (BandwidthRow row : rows) {
        write(row, request.queuePairs());
      }
      if (rows.size() > 1) {
        write(BandwidthRow.sum(rows), queuePairs());
      }
    } else {
      List<TransferResult> outcomes =
          reports.stream().map(report -> report.sent().orElseThrow()).toList();
      for (TransferResult outcome : outcomes) {
        write(LatencyRow.of(outcome), request.queuePairs());
      }
      TransferResult all = outcomes.size() > 1 ? merged(outcomes) : outcomes.getFirst();
      if (outcomes.size() > 1) {
        write(LatencyRow.of(all), queuePairs());
      }
      if (look.histogram) {
        out.write(TransferText.histogram(all.latency().orElseThrow()));
      }
    }
    out.flush();
  }

  private BandwidthRow bandwidth(SizeReport report) {
    BandwidthRow there = BandwidthRow.of(report.sent().orElseThrow());
    boolean both = TransferPlan.of(request, tuning).bidirectional();
    return both ? there.and(BandwidthRow.of(report.other())) : there;
  }

  private static TransferResult merged(List<TransferResult> outcomes) {
    Histogram sum = outcomes.getFirst().latency().orElseThrow().copy();
    sum.reset();
    long operations = 0;
    for (TransferResult outcome : outcomes) {
      sum.add(outcome.latency().orElseThrow());
      operations += outcome.operations();
    }
    TransferResult first = outcomes.getFirst();
    return new TransferResult(
        first.size(), operations, 0, 0, first.elapsedNanos(), Optional.of(sum));
  }

  private void write(BandwidthRow row, int queuePairs) throws IOException {
    out.write(
        look.json
            ? TransferJson.of(of(queuePairs), row, look.unit)
            : TransferText.row(row, look.unit));
  }

  private void write(LatencyRow row, int queuePairs) throws IOException {
    out.write(look.json ? TransferJson.of(of(queuePairs), row) : TransferText.row(row));
  }

  private Heading of(int queuePairs) {
    Heading one = Objects.requireNonNull(heading);
    return new Heading(
        one.plan(),
        one.device(),
        one.transportType(),
        queuePairs,
        one.mtu(),
        one.linkType(),
        one.gidIndex(),
        one.inline(),
        one.outstandingReads(),
        one.connectionManager());
  }

  @Override
  public void end() throws IOException {
    if (!look.json) {
      out.write(TransferText.RULE);
    }
    out.flush();
  }
}
