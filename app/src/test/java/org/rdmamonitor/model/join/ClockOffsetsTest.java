// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.join.ClockOffsets.Interval;

/** How far clocks are apart, by the intervals that connections allow; all times in seconds. */
class ClockOffsetsTest {
  private static final long SECOND = 1_000_000_000;

  private static Interval allows(int one, int other, long least, long most) {
    return new Interval(one, other, least * SECOND, most * SECOND);
  }

  private static HostClock second(Interval... intervals) {
    return ClockOffsets.estimate(2, List.of(intervals)).getLast();
  }

  private static Interval of(MadeEnd one, MadeEnd other) {
    return ClockOffsets.of(one.end(), other.end());
  }

  private static MadeEnd end(int host) {
    return MadeEnd.on(host, 17);
  }

  @Test
  void nobodyCanNameAQueuePairBeforeItWasMade() {
    Interval interval = of(end(0).connected(10, 14), end(1).connected(13, 15));

    // The one was connected at 14, when the other had been made, at 13 by its clock; and so back.
    assertThat(interval).isEqualTo(allows(0, 1, -1, 5));
  }

  @Test
  void anEndThatIsOlderThanItsMonitorBoundsOneSideOnly() {
    MadeEnd old = end(0);

    HostClock clock = second(of(end(0).connected(10, 14), end(1)));
    assertThat(clock.within()).isEmpty();
    assertThat(clock.connections()).isEqualTo(1);
    assertThat(of(old, end(1).connected(13, 15)))
        .as("nothing is known of it")
        .isEqualTo(of(old, end(1).connected(1, 2)));
  }

  @Test
  void theMiddleIsTheEstimateAndHalfTheWidthItsBound() {
    HostClock clock = second(allows(0, 1, 2, 8));

    assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(5));
    assertThat(clock.within()).contains(Duration.ofSeconds(3));
    assertThat(clock.reference()).isZero();
    assertThat(clock.by()).hasValue(0);
  }

  @Test
  void anOddNanosecondMakesTheBoundWiderNotNarrower() {
    HostClock clock = ClockOffsets.estimate(2, List.of(new Interval(0, 1, 0, 5))).getLast();

    assertThat(clock.ahead()).isEqualTo(Duration.ofNanos(2));
    assertThat(clock.within()).contains(Duration.ofNanos(3));
  }

  @Test
  void connectionsThatAgreeNarrowIt() {
    HostClock clock = second(allows(0, 1, 0, 6), allows(0, 1, 4, 10));

    assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(5));
    assertThat(clock.within()).contains(Duration.ofSeconds(1));
    assertThat(clock.agreeing()).isEqualTo(2);
  }

  @Test
  void intervalsThatTouchAgree() {
    HostClock clock = second(allows(0, 1, 0, 4), allows(0, 1, 4, 10));

    assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(4));
    assertThat(clock.agreeing()).isEqualTo(2);
  }

  @Test
  void mostOfThemAreBelieved() {
    HostClock clock =
        second(allows(0, 1, 20, 22), allows(0, 1, 0, 4), allows(0, 1, 2, 6), allows(0, 1, 8, 9));

    assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(3));
    assertThat(clock.connections()).isEqualTo(4);
    assertThat(clock.agreeing()).isEqualTo(2);
  }

  @Test
  void ofEquallyManyTheFirstAreBelieved() {
    HostClock clock = second(allows(0, 1, 20, 22), allows(0, 1, 0, 4));

    assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(2));
    assertThat(clock.agreeing()).isEqualTo(1);
  }

  /** As of clocks that were set between the two ends: such an interval is taken as its begin. */
  @Test
  void anIntervalThatIsTurnedAroundIsAPoint() {
    HostClock clock = second(allows(0, 1, 7, 3));

    assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(7));
    assertThat(clock.within()).contains(Duration.ZERO);
  }

  @Test
  void ofOneBoundTheClocksAreTakenAsCloseAsItAllows() {
    Interval after = of(end(0).connected(10, 14), end(1).connected(20, 24));
    Interval least = new Interval(0, 1, after.least(), Long.MAX_VALUE / 2);
    Interval most = new Interval(0, 1, -Long.MAX_VALUE / 2, -3 * SECOND);

    assertThat(second(least).ahead()).isEqualTo(Duration.ofSeconds(6));
    assertThat(second(least).within()).isEmpty();
    assertThat(second(most).ahead()).isEqualTo(Duration.ofSeconds(-3));
    assertThat(second(new Interval(0, 1, -5 * SECOND, Long.MAX_VALUE / 2)).ahead())
        .as("they may agree")
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void aPathAddsUpOffsetsAndBoundsWhicheverWayItLeads() {
    List<HostClock> clocks =
        ClockOffsets.estimate(3, List.of(allows(0, 2, 9, 11), allows(1, 2, 3, 7)));

    assertThat(clocks.get(2).ahead()).isEqualTo(Duration.ofSeconds(10));
    // The third is 5 ahead of the second, which so is 5 behind the third.
    assertThat(clocks.get(1).ahead()).isEqualTo(Duration.ofSeconds(5));
    assertThat(clocks.get(1).within()).contains(Duration.ofSeconds(3));
    assertThat(clocks.get(1).by()).hasValue(2);
    assertThat(clocks.get(1).reference()).isZero();
    assertThat(clocks.get(1).connections()).isEqualTo(1);
  }

  @Test
  void thePathWithTheSmallestSumOfBoundsIsTaken() {
    List<HostClock> clocks =
        ClockOffsets.estimate(
            3, List.of(allows(0, 1, -10, 30), allows(0, 2, 2, 4), allows(1, 2, -2, 0)));

    assertThat(clocks.get(1).by()).hasValue(2);
    assertThat(clocks.get(1).ahead()).isEqualTo(Duration.ofSeconds(4));
    assertThat(clocks.get(1).within()).contains(Duration.ofSeconds(2));
  }

  @Test
  void aPathIsNotTakenThatIsNoBetter() {
    List<HostClock> clocks =
        ClockOffsets.estimate(
            3, List.of(allows(0, 1, 0, 4), allows(0, 2, 0, 2), allows(1, 2, 0, 2)));

    assertThat(clocks.get(1).by()).hasValue(0);
    assertThat(clocks.get(1).within()).contains(Duration.ofSeconds(2));
    assertThat(clocks.get(2).by()).hasValue(0);
  }

  @Test
  void hostsThatNothingJoinsHaveAReferenceOfTheirOwn() {
    List<HostClock> clocks =
        ClockOffsets.estimate(5, List.of(allows(1, 3, 1, 3), allows(2, 4, 5, 7)));

    assertThat(clocks).extracting(HostClock::reference).containsExactly(0, 1, 2, 1, 2);
    assertThat(clocks)
        .extracting(HostClock::ahead)
        .containsExactly(
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(2),
            Duration.ofSeconds(6));
  }

  /** What a recording says may be made up. */
  @Test
  void noClockIsAheadByMoreThanThirtyOneYears() {
    long most = 4_000_000_000L * SECOND;
    List<HostClock> clocks =
        ClockOffsets.estimate(
            4,
            List.of(
                new Interval(0, 1, most, most),
                new Interval(1, 2, most, most),
                new Interval(0, 3, -most, -most)));

    Duration bound = Duration.ofSeconds(SECOND);
    assertThat(clocks)
        .extracting(HostClock::ahead)
        .containsExactly(Duration.ZERO, bound, bound, bound.negated());
  }

  @Test
  void timesThatNoClockHasCountAsTheLimit() {
    assertThat(Nanos.of(Instant.EPOCH.minusSeconds(9))).isZero();
    assertThat(Nanos.of(Instant.ofEpochSecond(3, 5))).isEqualTo(3 * SECOND + 5);
    assertThat(Nanos.of(Instant.MAX)).isBetween(4 * SECOND * SECOND, 4 * SECOND * SECOND + SECOND);
    assertThat(Optional.of(Instant.ofEpochSecond(4_000_000_001L)).map(Nanos::of))
        .contains(4 * SECOND * SECOND);
  }
}
