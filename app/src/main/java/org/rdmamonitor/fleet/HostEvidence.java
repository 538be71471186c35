// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the server knows about a host, before it is judged. It must not be trusted: any program may
 * answer in a host's place, and report anything.
 *
 * @param up whether the latest scrape succeeded, 1 or 0; empty if the host is no target
 * @param lastReading when the latest figures were read, in seconds since 1970, by the host's
 *     account
 * @param present whether the latest scrape had a version of rdma-monitor
 * @param version that version; empty if there is none
 * @param numbers as they came
 * @param impossible numbers of single devices and cgroups that cannot be
 * @param backwards how often counters of calls restarted lately though the host's counter of
 *     processor time did not
 * @param failure why the latest scrape failed, in the server's words; empty if it does not say
 */
public record HostEvidence(
    OptionalDouble up,
    OptionalDouble lastReading,
    boolean present,
    String version,
    Map<Figure, Double> numbers,
    Map<Figure, Double> impossible,
    double backwards,
    String failure) {

  /** A scrape that takes longer is slow; this is half of Prometheus' default timeout. */
  private static final double SLOW_SECONDS = 5;

  /** How far a host's clock may be ahead of the server's before its times are taken for wrong. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(60);

  /** The latest number of seconds that is taken for a time; in the year 2200. */
  private static final double LAST_TIME = 7.3e9;

  /**
   * Judges the host.
   *
   * @param now by the server's clock
   * @param stale figures older than this are stale
   */
  public FleetHost judged(HostId id, Instant now, Duration stale) {
    Optional<Instant> last = readAt();
    if (up.isEmpty()) {
      return without(id, HostState.GONE, "it is no target of the server any more", last);
    }
    if (up.getAsDouble() == 0) {
      return without(
          id, HostState.DOWN, failure.isEmpty() ? "it could not be scraped" : failure, last);
    }
    if (!present) {
      return without(id, HostState.FOREIGN, "it answers, but not as rdma-monitor does", last);
    }
    String wrong = wrong(now, last);
    HostState state = state(wrong, now, stale, last);
    String reason =
        switch (state) {
          case SUSPECT -> wrong;
          case STALE -> "it is scraped, but its figures do not become newer";
          case SLOW -> "it takes long to be scraped";
          case DOWN, GONE, FOREIGN, UP -> "";
        };
    return new FleetHost(id, state, reason, version, last, FigureSet.ofPossible(numbers));
  }

  private FleetHost without(HostId id, HostState state, String reason, Optional<Instant> last) {
    return new FleetHost(id, state, reason, "", last, FigureSet.NONE);
  }

  private Optional<Instant> readAt() {
    return lastReading.isPresent()
            && lastReading.getAsDouble() > 0
            && lastReading.getAsDouble() < LAST_TIME
        ? Optional.of(Instant.ofEpochMilli(Math.round(lastReading.getAsDouble() * 1e3)))
        : Optional.empty();
  }

  private HostState state(String wrong, Instant now, Duration stale, Optional<Instant> last) {
    if (!wrong.isEmpty()) {
      return HostState.SUSPECT;
    }
    if (last.isEmpty() || Duration.between(last.get(), now).compareTo(stale) > 0) {
      return HostState.STALE;
    }
    return numbers.getOrDefault(Figure.SCRAPE_SECONDS, 0.0) > SLOW_SECONDS
        ? HostState.SLOW
        : HostState.UP;
  }

  /** What cannot be right about it; empty if nothing. */
  private String wrong(Instant now, Optional<Instant> last) {
    if (last.isEmpty() && lastReading.isPresent()) {
      return "it says that its figures are of no possible time";
    }
    if (last.isPresent() && last.get().isAfter(now.plus(CLOCKS_DIFFER))) {
      return "its figures are %d s ahead of the server's clock"
          .formatted(Duration.between(now, last.get()).toSeconds());
    }
    for (Figure figure : Figure.values()) {
      Double value = numbers.get(figure);
      if (value != null && !figure.canBe(value)) {
        return "it says that %s is %s".formatted(figure.words(), number(value));
      }
      Double part = impossible.get(figure);
      if (part != null) {
        return "it says that %s of a device or cgroup is %s"
            .formatted(figure.words(), number(part));
      }
    }
    return backwards > 0 ? "its counters went backwards %s times".formatted(number(backwards)) : "";
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
