// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SinkTest {
  private final Deque<Integer> coming = new ArrayDeque<>();
  private long now;
  private int received;

  @Test
  void aThreadThatHadToWaitTakesWhatHasComeMeanwhile() {
    coming.addAll(List.of(4, 8, 0, 1));
    untilQuiet(20, Duration.ofSeconds(1));
    assertThat(received).isEqualTo(12);
  }

  @Test
  void nothingIsAwaitedAfterTheLast() {
    coming.addAll(List.of(1, 2, 3));
    untilQuiet(3, Duration.ofNanos(1));
    assertThat(coming).containsExactly(3);
  }

  @Test
  void itEndsWhenNothingHasComeForATime() {
    coming.addAll(List.of(0, 0, 1));
    long last = untilQuiet(2, Duration.ofMillis(1));
    assertThat(received).isEqualTo(1);
    assertThat(last).isLessThan(Duration.ofMillis(10).toNanos());
    assertThat(now).isGreaterThanOrEqualTo(last + Duration.ofMillis(20).toNanos());
  }

  /** Until so many are received in all; between any two looks at the clock so much time passes. */
  private long untilQuiet(int all, Duration between) {
    return Sink.untilQuiet(
        () -> received < all,
        () -> {
          int count = coming.isEmpty() ? 0 : coming.poll();
          received += count;
          return count;
        },
        () -> now += between.toNanos());
  }
}
