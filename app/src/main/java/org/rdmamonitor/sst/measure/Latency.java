// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import org.HdrHistogram.Histogram;

/**
 * How long something took, in microseconds.
 *
 * @param count how often it was measured, from 1
 * @param typical the median
 */
public record Latency(
    long count, double minimum, double typical, double percentile99, double maximum) {
  private static final double NANOS = 1e3;
  private static final long LONGEST = 1_000_000_000_000L;
  private static final int DIGITS = 3;

  /** From a histogram of nanoseconds that is not empty. */
  static Latency of(Histogram nanos) {
    return new Latency(
        nanos.getTotalCount(),
        nanos.getMinValue() / NANOS,
        nanos.getValueAtPercentile(50) / NANOS,
        nanos.getValueAtPercentile(99) / NANOS,
        nanos.getMaxValue() / NANOS);
  }

  /** An empty histogram. */
  static Histogram histogram() {
    return new Histogram(1, LONGEST, DIGITS);
  }

  static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.clamp(nanos, 1, LONGEST));
  }
}
