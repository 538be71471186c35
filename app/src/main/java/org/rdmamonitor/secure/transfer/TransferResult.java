// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.rdmamonitor.secure.wire.Latency;
import org.rdmamonitor.secure.wire.Message.Result;

/**
 * What one end counted, for one size.
 *
 * @param size bytes of payload of each message
 * @param operations that were completed, of all lanes, without the warm-up
 * @param rejected messages that were not what they had to be, including the warm-up
 * @param lost messages that are known to be missing (UC, UD), including the warm-up
 * @param elapsedNanos from the first work request to the last completion; or from the first
 *     received message that counts to when this end knew that the last one was there
 * @param latency in nanoseconds, if it was measured: half of the round trip with SEND and WRITE
 */
public record TransferResult(
    long size,
    long operations,
    long rejected,
    long lost,
    long elapsedNanos,
    Optional<Histogram> latency) {
  /** Nothing was done. */
  static TransferResult none(long size) {
    return new TransferResult(size, 0, 0, 0, 0, Optional.empty());
  }

  /** The same result with other values of these numbers. */
  TransferResult with(long rejected, long lost) {
    return new TransferResult(size, operations, rejected, lost, elapsedNanos, latency);
  }

  /** Bytes of payload. */
  public long bytes() {
    return size * operations;
  }

  /** As it is sent to the other end. */
  public Result toResult() {
    return new Result(
        size,
        bytes(),
        operations,
        rejected,
        elapsedNanos,
        latency.flatMap(TransferResult::latency));
  }

  private static Optional<Latency> latency(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return Optional.empty();
    }
    long minimum = histogram.getMinValue();
    long maximum = histogram.getMaxValue();
    long median = Math.clamp(histogram.getValueAtPercentile(50), minimum, maximum);
    long p99 = Math.clamp(histogram.getValueAtPercentile(99), median, maximum);
    long p999 = Math.clamp(histogram.getValueAtPercentile(99.9), p99, maximum);
    long mean = Math.clamp(Math.round(histogram.getMean()), minimum, maximum);
    return Optional.of(new Latency(minimum, median, p99, p999, maximum, mean));
  }
}
