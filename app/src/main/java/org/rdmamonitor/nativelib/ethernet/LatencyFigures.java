// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

/**
 * Times from the sending of frames to their return, in nanoseconds; a percentile is exact to 3
 * percent. All 0 if there were none.
 */
public record LatencyFigures(
    long count, long least, double mean, long median, long p90, long p99, long p999, long most) {
  /**
   * Figures from a histogram.
   *
   * @param counts how many values there were at each place
   * @param values the least value that is counted at each place
   */
  static LatencyFigures of(long[] counts, long[] values, long least, long most, double sum) {
    long count = 0;
    for (long at : counts) {
      count += at;
    }
    if (count == 0) {
      return new LatencyFigures(0, 0, 0, 0, 0, 0, 0, 0);
    }
    return new LatencyFigures(
        count,
        least,
        sum / count,
        percentile(counts, values, count, 0.5, least, most),
        percentile(counts, values, count, 0.9, least, most),
        percentile(counts, values, count, 0.99, least, most),
        percentile(counts, values, count, 0.999, least, most),
        most);
  }

  private static long percentile(
      long[] counts, long[] values, long count, double part, long least, long most) {
    long wanted = (long) Math.ceil(count * part);
    long below = 0;
    for (int i = 0; i < counts.length; i++) {
      below += counts[i];
      if (below >= wanted) {
        return Math.clamp(values[i], least, most);
      }
    }
    return most;
  }
}
