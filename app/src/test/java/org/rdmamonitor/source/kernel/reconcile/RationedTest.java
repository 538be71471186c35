// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RationedTest {
  private long now = 1_000_000_000_000L;
  private long cost;
  private int found;

  private final Rationed<Integer> value =
      new Rationed<>(
          Duration.ofSeconds(1),
          () -> now,
          0,
          () -> {
            now += cost;
            return ++found;
          });

  private int after(Duration time) {
    now += time.toNanos();
    return value.get();
  }

  @Test
  void itIsFoundOutAtOnceAndThenNotMoreOftenThanAllowed() {
    assertThat(value.get()).isEqualTo(1);
    assertThat(after(Duration.ofMillis(999))).isEqualTo(1);
    assertThat(after(Duration.ofMillis(1))).isEqualTo(2);
  }

  @Test
  void whatTakesLongIsFoundOutLessOften() {
    cost = Duration.ofMillis(200).toNanos();

    assertThat(value.get()).isEqualTo(1);
    assertThat(after(Duration.ofMillis(3700))).isEqualTo(1);
    assertThat(after(Duration.ofMillis(100))).as("20 times 200 ms after the last").isEqualTo(2);
  }

  @Test
  void whatFailsIsTriedAgainInItsTurnAndIsAsAtFirstUntilThen() {
    boolean[] fails = {false};
    Rationed<Integer> value =
        new Rationed<>(
            Duration.ofSeconds(1),
            () -> now,
            0,
            () -> {
              if (fails[0]) {
                throw new OutOfMemoryError("Java heap space");
              }
              return 7;
            });
    assertThat(value.get()).isEqualTo(7);
    fails[0] = true;
    now += Duration.ofSeconds(1).toNanos();
    assertThatThrownBy(value::get).isInstanceOf(OutOfMemoryError.class);
    fails[0] = false;
    assertThat(value.get()).isZero();
    now += Duration.ofSeconds(1).toNanos();
    assertThat(value.get()).isEqualTo(7);
    value.forget();
    assertThat(value.get()).isZero();
  }
}
