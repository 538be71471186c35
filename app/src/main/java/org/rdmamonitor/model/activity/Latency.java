// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.activity;

import org.HdrHistogram.AbstractHistogram;

/**
 * How long calls took: nanoseconds from entry to return, failed calls included, as exact as what
 * they were collected in ({@link Durations}, or within 1 % an HdrHistogram with two digits).
 *
 * @param count calls
 * @param min the shortest
 * @param p50 half of the calls took no longer
 * @param p90 90 % took no longer
 * @param p99 99 % took no longer
 * @param p999 99.9 % took no longer
 * @param max the longest
 */
public record Latency(long count, long min, long p50, long p90, long p99, long p999, long max) {
  public static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0);

  /** Of durations in nanoseconds. */
  public static Latency of(AbstractHistogram histogram) {
    return histogram.getTotalCount() == 0
        ? NONE
        : new Latency(
            histogram.getTotalCount(),
            histogram.getMinValue(),
            histogram.getValueAtPercentile(50),
            histogram.getValueAtPercentile(90),
            histogram.getValueAtPercentile(99),
            histogram.getValueAtPercentile(99.9),
            histogram.getMaxValue());
  }
}
