// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.activity;

import java.util.Arrays;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How long calls took: while they are few each by itself, beyond that in a histogram. There may be
 * one for each cgroup and verb, of which most have a few calls in a second, where a histogram would
 * take a hundred times as long to make and to ask. Not thread-safe.
 */
public final class Durations {
  /** So many are kept one by one. */
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

  /** What they come to; exact while there are no more than {@value #FEW}, then within 10 %. */
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

  /** The least that so many of a thousand do not exceed, as HdrHistogram has it. */
  private static long atMost(long[] sorted, int ofThousand) {
    return sorted[Math.max(1, Math.ceilDiv(sorted.length * ofThousand, 1000)) - 1];
  }
}
