// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;

/** How long the calls of each verb took, since the start. */
final class Durations {
  /** Upper bounds in seconds, the last one infinite. */
  static final List<Double> BOUNDS =
      List.of(
          1e-6,
          2e-6,
          5e-6,
          1e-5,
          2e-5,
          5e-5,
          1e-4,
          2e-4,
          5e-4,
          1e-3,
          2e-3,
          5e-3,
          0.01,
          0.02,
          0.05,
          0.1,
          0.2,
          0.5,
          1.0,
          2.0,
          5.0,
          10.0,
          Double.POSITIVE_INFINITY);

  private static final long[] NANOS =
      BOUNDS.stream().mapToLong(bound -> Math.round(bound * 1e9)).toArray();

  private final Map<Verb, long[]> counts = new EnumMap<>(Verb.class);
  private final Map<Verb, Long> nanos = new EnumMap<>(Verb.class);

  /**
   * The durations of a verb.
   *
   * @param counts by bucket, each without those below
   * @param nanos their sum
   */
  record Distribution(List<Long> counts, long nanos) {
    static final Distribution NONE = new Distribution(BOUNDS.stream().map(bound -> 0L).toList(), 0);
  }

  void add(ControlCall call) {
    if (call.refusal().isPresent()) {
      return;
    }
    long taken = Math.max(0, call.duration().toNanos());
    int found = Arrays.binarySearch(NANOS, taken);
    counts.computeIfAbsent(call.verb(), v -> new long[NANOS.length])[found < 0 ? ~found : found]++;
    nanos.merge(call.verb(), taken, Long::sum);
  }

  Map<Verb, Distribution> copy() {
    Map<Verb, Distribution> result = new EnumMap<>(Verb.class);
    for (Verb verb : Verb.values()) {
      long[] buckets = counts.get(verb);
      result.put(
          verb,
          buckets == null
              ? Distribution.NONE
              : new Distribution(
                  Arrays.stream(buckets).boxed().toList(), nanos.getOrDefault(verb, 0L)));
    }
    return result;
  }
}
