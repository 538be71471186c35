// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.report;

import org.HdrHistogram.Histogram;
import org.rdmamonitor.secure.transfer.TransferResult;

/**
 * The latency of one size, in microseconds.
 *
 * @param size bytes of a message
 * @param operations that were measured
 * @param typical the median
 */
public record LatencyRow(
    long size,
    long operations,
    double minimum,
    double maximum,
    double typical,
    double average,
    double deviation,
    double percentile99,
    double percentile999) {
  private static final double NANOS = 1e3;

  /**
   * What was measured.
   *
   * @throws IllegalArgumentException if no latency was
   */
  public static LatencyRow of(TransferResult outcome) {
    Histogram histogram =
        outcome
            .latency()
            .orElseThrow(() -> new IllegalArgumentException("no latency was measured"));
    if (histogram.getTotalCount() == 0) {
      return new LatencyRow(outcome.size(), 0, 0, 0, 0, 0, 0, 0, 0);
    }
    return new LatencyRow(
        outcome.size(),
        outcome.operations(),
        histogram.getMinValue() / NANOS,
        histogram.getMaxValue() / NANOS,
        histogram.getValueAtPercentile(50) / NANOS,
        histogram.getMean() / NANOS,
        histogram.getStdDeviation() / NANOS,
        histogram.getValueAtPercentile(99) / NANOS,
        histogram.getValueAtPercentile(99.9) / NANOS);
  }
}
