// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Estimates how far clocks are apart, from what must have come first: nobody can name a queue pair
 * before it was made. So each connection bounds the offset of its hosts' clocks from both sides:
 * the interval is as wide as the time that both ends took, together, from being made to being
 * connected. Of all connections between two hosts the interval is taken that most of them allow, as
 * NTP does with its servers (Marzullo); its middle is the estimate, and half its width the error
 * bound.
 */
final class ClockOffsets {
  /** Farther apart than any two times. */
  private static final long UNBOUNDED = Long.MAX_VALUE / 2;

  /** No two clocks are further apart: 31 years in nanoseconds. */
  private static final long MOST_AHEAD = 1_000_000_000_000_000_000L;

  /**
   * The offsets that one connection allows.
   *
   * @param one the index of a host
   * @param other the index of another host, which is greater
   * @param least how far the other's clock is at least ahead of the first one's, in nanoseconds
   * @param most how far it is at most ahead
   */
  record Interval(int one, int other, long least, long most) {}

  private record Edge(int one, int other) {}

  /** The offsets that most connections of two hosts allow. */
  private record Agreement(long least, long most, int agreeing, int of) {
    long middle() {
      if (isBounded()) {
        return least + (most - least) / 2;
      }
      return Math.clamp(0L, least, most);
    }

    boolean isBounded() {
      return least > -UNBOUNDED && most < UNBOUNDED;
    }

    /** Half the width of the interval; for one that has no bound, more than for any that has. */
    long width() {
      return isBounded() ? (most - least + 1) / 2 : UNBOUNDED;
    }
  }

  private ClockOffsets() {}

  /** The interval of a connection between two hosts. */
  static Interval of(ConnectionEnd one, ConnectionEnd other) {
    long least =
        other.life().bornAfter().isPresent() && one.life().connected().isPresent()
            ? Nanos.of(other.life().bornAfter().get()) - Nanos.of(one.life().connected().get())
            : -UNBOUNDED;
    long most =
        one.life().bornAfter().isPresent() && other.life().connected().isPresent()
            ? Nanos.of(other.life().connected().get()) - Nanos.of(one.life().bornAfter().get())
            : UNBOUNDED;
    return new Interval(one.host(), other.host(), least, most);
  }

  /**
   * The clocks of the hosts. Of hosts that connections join, the first is the reference; each other
   * one's offset from it is added up along the path of connections whose error bounds have the
   * smallest sum.
   */
  static List<HostClock> estimate(int hosts, List<Interval> intervals) {
    Map<Edge, List<Interval>> byEdge = new HashMap<>();
    for (Interval interval : intervals) {
      byEdge
          .computeIfAbsent(new Edge(interval.one, interval.other), _ -> new ArrayList<>())
          .add(interval);
    }
    Map<Edge, Agreement> agreements = new HashMap<>();
    Map<Integer, List<Integer>> neighbours = new HashMap<>();
    byEdge.forEach((edge, of) -> {
      agreements.put(edge, agreement(of));
      neighbours.computeIfAbsent(edge.one, _ -> new ArrayList<>()).add(edge.other);
      neighbours.computeIfAbsent(edge.other, _ -> new ArrayList<>()).add(edge.one);
    });
    HostClock[] clocks = new HostClock[hosts];
    long[] width = new long[hosts];
    boolean[] settled = new boolean[hosts];
    Arrays.fill(width, Long.MAX_VALUE);
    for (int round = 0; round < hosts; round++) {
      int next = nearest(clocks, width, settled);
      if (clocks[next] == null) {
        clocks[next] = HostClock.reference(next);
        width[next] = 0;
      }
      settled[next] = true;
      for (int host : neighbours.getOrDefault(next, List.of())) {
        Agreement agreement = agreements.get(new Edge(Math.min(next, host), Math.max(next, host)));
        if (settled[host] || agreement == null) {
          continue;
        }
        long sum = Math.min(UNBOUNDED, width[next] + agreement.width());
        if (sum < width[host]) {
          width[host] = sum;
          clocks[host] = clock(clocks[next], next, host, agreement, sum);
        }
      }
    }
    return List.of(clocks);
  }

  /**
   * Of the hosts that are not settled, the one with the smallest error bound; the first, if none
   * has one.
   */
  private static int nearest(HostClock[] clocks, long[] width, boolean[] settled) {
    int best = -1;
    for (int host = 0; host < clocks.length; host++) {
      if (!settled[host] && (best < 0 || width[host] < width[best])) {
        best = host;
      }
    }
    return best;
  }

  private static HostClock clock(
      HostClock from, int by, int host, Agreement agreement, long width) {
    long step = by < host ? agreement.middle() : -agreement.middle();
    long ahead = from.ahead().toNanos() + Math.clamp(step, -MOST_AHEAD, MOST_AHEAD);
    return new HostClock(
        from.reference(),
        Duration.ofNanos(Math.clamp(ahead, -MOST_AHEAD, MOST_AHEAD)),
        width < UNBOUNDED ? Optional.of(Duration.ofNanos(width)) : Optional.empty(),
        OptionalInt.of(by),
        agreement.of,
        agreement.agreeing);
  }

  /** The first interval in which more of them overlap than in any other. */
  private static Agreement agreement(List<Interval> intervals) {
    long[] begins = intervals.stream().mapToLong(Interval::least).sorted().toArray();
    long[] ends = intervals.stream().mapToLong(i -> Math.max(i.least, i.most)).sorted().toArray();
    int open = 0;
    int most = 0;
    long from = 0;
    long to = 0;
    int end = 0;
    for (int begin = 0; begin < begins.length; begin++) {
      while (ends[end] < begins[begin]) {
        end++;
        open--;
      }
      open++;
      if (open > most) {
        most = open;
        from = begins[begin];
        to = ends[end];
      }
    }
    return new Agreement(from, to, most, intervals.size());
  }
}
