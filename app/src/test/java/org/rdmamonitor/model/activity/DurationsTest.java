// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  private final Durations durations = new Durations();

  @Test
  void areNoneWithoutACall() {
    assertThat(durations.latency()).isEqualTo(Latency.NONE);
  }

  @Test
  void areThatOfAnOnlyCall() {
    durations.add(12_345);

    assertThat(durations.latency())
        .isEqualTo(new Latency(1, 12_345, 12_345, 12_345, 12_345, 12_345, 12_345));
  }

  @Test
  void ofAFewAreExact() {
    LongStream.of(70, 10, 90, 30, 50, 20, 80, 40, 100, 60).forEach(durations::add);

    assertThat(durations.latency()).isEqualTo(new Latency(10, 10, 50, 90, 100, 100, 100));
  }

  @Test
  void ofTwoHaveTheShorterOneInTheMiddle() {
    durations.add(2);
    durations.add(1);

    assertThat(durations.latency().p50()).isEqualTo(1);
    assertThat(durations.latency().p90()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {Durations.FEW - 1, Durations.FEW, Durations.FEW + 1, 10_000})
  void areTheSameHoweverManyThereAre(int calls) {
    for (int i = calls; i > 0; i--) {
      durations.add(1000L * i);
    }
    Latency latency = durations.latency();

    assertThat(latency.count()).isEqualTo(calls);
    assertThat(latency.min()).isCloseTo(1000L, withinPercentage(10));
    assertThat(latency.p50()).isCloseTo(1000L * Math.ceilDiv(calls, 2), withinPercentage(10));
    assertThat(latency.p90()).isCloseTo(1000L * Math.ceilDiv(calls * 9, 10), withinPercentage(10));
    assertThat(latency.max()).isCloseTo(1000L * calls, withinPercentage(10));
  }

  @Test
  void mayBeAskedInBetween() {
    durations.add(5);
    durations.latency();
    durations.add(3);

    assertThat(durations.latency()).isEqualTo(new Latency(2, 3, 3, 5, 5, 5, 5));
  }
}
