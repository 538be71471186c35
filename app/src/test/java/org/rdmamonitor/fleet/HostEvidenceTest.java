// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostEvidenceTest {
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
  private static final HostId ID = new HostId("rdma-monitor", "n1:19879");

  private final Map<Figure, Double> numbers = new EnumMap<>(Map.of(Figure.QP, 7.0));
  private OptionalDouble up = OptionalDouble.of(1);
  private OptionalDouble last = seconds(-5);
  private boolean present = true;
  private final Map<Figure, Double> impossible = new EnumMap<>(Figure.class);
  private double backwards;
  private String failure = "";

  @Test
  void aHostWithFreshFiguresIsUp() {
    FleetHost host = judged();

    assertThat(host.state()).isEqualTo(HostState.UP);
    assertThat(host.reason()).isEmpty();
    assertThat(host.age(NOW)).contains(Duration.ofSeconds(5));
    assertThat(host.figures().of(Figure.QP)).hasValue(7);
    assertThat(host.figures().of(Figure.REFUSED)).isEmpty();
  }

  @Test
  void aHostThatIsDownHasNoFiguresAndTheTimeOfItsLast() {
    up = OptionalDouble.of(0);
    failure = "connection refused";
    last = seconds(-732);

    assertThat(judged().state()).isEqualTo(HostState.DOWN);
    assertThat(judged().reason()).isEqualTo("connection refused");
    assertThat(judged().figures()).isEqualTo(FigureSet.NONE);
    assertThat(judged().age(NOW)).contains(Duration.ofSeconds(732));
  }

  @Test
  void aHostThatIsNoTargetAnyMoreIsGone() {
    up = OptionalDouble.empty();

    assertThat(judged().state()).isEqualTo(HostState.GONE);
    assertThat(judged().figures()).isEqualTo(FigureSet.NONE);
  }

  @Test
  void anotherProgramIsForeign() {
    present = false;

    assertThat(judged().state()).isEqualTo(HostState.FOREIGN);
    assertThat(judged().figures()).isEqualTo(FigureSet.NONE);
  }

  @Test
  void figuresThatDoNotBecomeNewerAreStale() {
    last = seconds(-121);
    assertThat(judged().state()).isEqualTo(HostState.STALE);
    last = OptionalDouble.empty();
    assertThat(judged().state()).isEqualTo(HostState.STALE);
  }

  @Test
  void aLongScrapeIsSlow() {
    numbers.put(Figure.SCRAPE_SECONDS, 5.5);

    assertThat(judged().state()).isEqualTo(HostState.SLOW);
    assertThat(judged().figures().of(Figure.QP)).hasValue(7);
  }

  @ParameterizedTest
  @CsvSource({
    "-3,it says that QP is -3",
    "NaN,it says that QP is NaN",
    "2.5,it says that QP is 2.5",
    "9007199254740994,it says that QP is 9.007199254740994E15",
    "1e20,it says that QP is 1.0E20",
    "Infinity,it says that QP is Infinity"
  })
  void aFigureThatCannotBeIsSuspectAndLeftOut(double value, String reason) {
    numbers.put(Figure.QP, value);
    numbers.put(Figure.MR, 2.0);

    assertThat(judged().state()).isEqualTo(HostState.SUSPECT);
    assertThat(judged().reason()).isEqualTo(reason);
    assertThat(judged().figures().known()).isEqualTo(Map.of(Figure.MR, 2.0));
  }

  @Test
  void allThatCanBeIsTaken() {
    numbers.put(Figure.QP, 0x1p53);
    numbers.put(Figure.CALLS, 2.5);

    assertThat(judged().state()).isEqualTo(HostState.UP);
    assertThat(judged().figures().known()).isEqualTo(numbers);
  }

  @ParameterizedTest
  @CsvSource({"-0.5", "1e20"})
  void aRateThatCannotBeIsSuspect(double value) {
    numbers.put(Figure.CALLS, value);

    assertThat(judged().reason()).isEqualTo("it says that the number of calls is " + value);
    assertThat(judged().figures().of(Figure.CALLS)).isEmpty();
  }

  @Test
  void aDeviceOrCgroupThatSaysWhatCannotBeIsSuspect() {
    impossible.put(Figure.QP, -100.0);

    assertThat(judged().state()).isEqualTo(HostState.SUSPECT);
    assertThat(judged().reason()).isEqualTo("it says that QP of a device or cgroup is -100");
  }

  @Test
  void countersThatGoBackwardsAreSuspect() {
    backwards = 4;

    assertThat(judged().reason()).isEqualTo("its counters went backwards 4 times");
  }

  @Test
  void aClockThatIsAheadIsSuspect() {
    last = seconds(3600);
    assertThat(judged().state()).isEqualTo(HostState.SUSPECT);
    assertThat(judged().reason()).isEqualTo("its figures are 3600 s ahead of the server's clock");
    assertThat(judged().age(NOW)).contains(Duration.ZERO);
  }

  @ParameterizedTest
  @CsvSource({"1e300", "-5", "0"})
  void aTimeThatIsNoneIsSuspect(double time) {
    last = OptionalDouble.of(time);

    assertThat(judged().state()).isEqualTo(HostState.SUSPECT);
    assertThat(judged().lastReading()).isEmpty();
  }

  /** So many after now. */
  private static OptionalDouble seconds(double after) {
    return OptionalDouble.of(NOW.toEpochMilli() / 1e3 + after);
  }

  private FleetHost judged() {
    return new HostEvidence(up, last, present, "0.1.0", numbers, impossible, backwards, failure)
        .judged(ID, NOW, Duration.ofMinutes(2));
  }
}
