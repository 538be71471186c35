// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.report;

import java.util.List;
import org.rdmamonitor.secure.transfer.TransferResult;
import org.rdmamonitor.secure.wire.Message.Result;

/**
 * The bandwidth of one size.
 *
 * @param size bytes of a message
 * @param operations that were completed
 * @param bytesPerSecond of payload, on average; there is no peak, since work requests are posted in
 *     batches
 * @param operationsPerSecond on average
 */
public record BandwidthRow(
    long size, long operations, double bytesPerSecond, double operationsPerSecond) {
  private static final double NANOS = 1e9;

  /** The bandwidth of what one end sent. */
  public static BandwidthRow of(TransferResult outcome) {
    return of(outcome.size(), outcome.operations(), outcome.elapsedNanos());
  }

  /** The bandwidth that the other end reported. */
  public static BandwidthRow of(Result result) {
    return of(result.size(), result.operations(), result.elapsedNanos());
  }

  private static BandwidthRow of(long size, long operations, long nanos) {
    double rate = nanos == 0 ? 0 : operations * NANOS / nanos;
    return new BandwidthRow(size, operations, rate * size, rate);
  }

  /**
   * Adds up the rates of two directions, or of several clients. Operations of two directions are
   * not added, since perftest shows those of one.
   *
   * @param rows of one size, from 1
   */
  public static BandwidthRow sum(List<BandwidthRow> rows) {
    BandwidthRow first = rows.getFirst();
    if (rows.stream().anyMatch(row -> row.size != first.size)) {
      throw new IllegalArgumentException("rows of different sizes");
    }
    return new BandwidthRow(
        first.size,
        rows.stream().mapToLong(BandwidthRow::operations).sum(),
        rows.stream().mapToDouble(BandwidthRow::bytesPerSecond).sum(),
        rows.stream().mapToDouble(BandwidthRow::operationsPerSecond).sum());
  }

  /** With another direction's rates, and this one's operations. */
  public BandwidthRow and(BandwidthRow back) {
    BandwidthRow both = sum(List.of(this, back));
    return new BandwidthRow(size, operations, both.bytesPerSecond, both.operationsPerSecond);
  }
}
