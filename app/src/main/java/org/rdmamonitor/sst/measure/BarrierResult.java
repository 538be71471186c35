// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What came of it at one member, or at several.
 *
 * @param barrier from arriving to leaving
 * @param write half of the round trip of WRITEs of eight bytes between the first two members, at
 *     the first; empty elsewhere and where nothing was compared
 * @param tcp a barrier over TCP; empty where nothing was compared
 * @param checked barriers that were checked
 * @param broken how often each claim did not hold; those that always did are not in it
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

  /** How often any claim did not hold. */
  public long violations() {
    return broken.values().stream().mapToLong(Long::longValue).sum();
  }

  /** All together. */
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
