// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The results of one member, or of several.
 *
 * @param barrier time from arriving to leaving
 * @param write half of the round trip of eight-byte WRITEs between the first two members, measured
 *     at the first; empty elsewhere, and if nothing was compared
 * @param tcp time of a barrier over TCP; empty if nothing was compared
 * @param checked barriers that were checked
 * @param broken how often each claim did not hold; claims that always held are not in it
 */
public record BarrierResult(
    int members,
    Latency barrier,
    Optional<Latency> write,
    Optional<Latency> tcp,
    long checked,
    Map<Claim, Long> broken) {
  /** What one member has measured. */
  record Samples(Histogram barrier, Histogram write, Histogram tcp, PropertyCheck.Result check) {
    static Samples empty() {
      return new Samples(
          Latency.histogram(), Latency.histogram(), Latency.histogram(), PropertyCheck.Result.NONE);
    }
  }

  /** Keeps its own copy. */
  public BarrierResult {
    broken = Map.copyOf(broken);
  }

  /** How often a claim did not hold, all claims together. */
  public long violations() {
    return broken.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The results of several members, put together. */
  static BarrierResult of(int members, List<Samples> all) {
    Samples sum = Samples.empty();
    Map<Claim, Long> broken = new EnumMap<>(Claim.class);
    long checked = 0;
    for (Samples samples : all) {
      sum.barrier.add(samples.barrier);
      sum.write.add(samples.write);
      sum.tcp.add(samples.tcp);
      checked += samples.check.checked();
      samples.check.broken().forEach((claim, count) -> broken.merge(claim, count, Long::sum));
    }
    return new BarrierResult(
        members, Latency.of(sum.barrier), optional(sum.write), optional(sum.tcp), checked, broken);
  }

  private static Optional<Latency> optional(Histogram histogram) {
    return histogram.getTotalCount() == 0 ? Optional.empty() : Optional.of(Latency.of(histogram));
  }
}
