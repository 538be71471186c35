// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * How long operations took, in nanoseconds, each up to a day. The values, other than the mean, are
 * ascending.
 */
public record Latency(long minimum, long median, long p99, long p999, long maximum, long mean) {
  /** Bytes on the wire. */
  static final int BYTES = 48;

  private static final long DAY = 86_400_000_000_000L;

  public Latency {
    new Field("latency_min", 0, DAY).check(minimum);
    new Field("latency_median", minimum, DAY).check(median);
    new Field("latency_p99", median, DAY).check(p99);
    new Field("latency_p999", p99, DAY).check(p999);
    new Field("latency_max", p999, DAY).check(maximum);
    new Field("latency_mean", minimum, maximum).check(mean);
  }

  void write(WireOutput out) {
    out.u64(minimum);
    out.u64(median);
    out.u64(p99);
    out.u64(p999);
    out.u64(maximum);
    out.u64(mean);
  }

  static Latency read(WireInput in) throws WireException {
    return new Latency(in.u64(), in.u64(), in.u64(), in.u64(), in.u64(), in.u64());
  }
}
