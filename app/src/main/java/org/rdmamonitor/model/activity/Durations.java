// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.activity;

import java.util.Arrays;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How long calls took: a few durations are kept one by one, more in a histogram. There may be one
 * object for each cgroup and verb, most of which have a few calls a second, where a histogram would
 * take a hundred times as long to make and to evaluate. Not thread-safe.
 */
public final class Durations {
  /** How many are kept one by one. */
  static final int FEW = 32;

  private static final int DIGITS = 1;

  private long[] few = new long[2];
  private int count;
  private @Nullable AbstractHistogram many;

  /** Adds a duration in nanoseconds, not negative. */
  public void add(long nanos) {
    if (many != null) {
      many.recordValue(nanos);
      return;
    }
    if (count == FEW) {
      AbstractHistogram histogram = new IntCountsHistogram(DIGITS);
      Arrays.stream(few).forEach(histogram::recordValue);
      histogram.recordValue(nanos);
      many = histogram;
      return;
    }
    if (count == few.length) {
      few = Arrays.copyOf(few, 2 * count);
    }
    few[count++] = nanos;
  }

  /**
   * The statistics of the durations; exact up to {@value #FEW} of them, beyond that within 10 %.
   */
  public Latency latency() {
    if (many != null) {
      return Latency.of(many);
    }
    if (count == 0) {
      return Latency.NONE;
    }
    long[] sorted = Arrays.copyOf(few, count);
    Arrays.sort(sorted);
    return new Latency(
        count,
        sorted[0],
        atMost(sorted, 500),
        atMost(sorted, 900),
        atMost(sorted, 990),
        atMost(sorted, 999),
        sorted[count - 1]);
  }

  /** The least value that this many of a thousand do not exceed, as HdrHistogram defines it. */
  private static long atMost(long[] sorted, int ofThousand) {
    return sorted[Math.max(1, Math.ceilDiv(sorted.length * ofThousand, 1000)) - 1];
  }
}
