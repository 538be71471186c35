// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RationedTest {
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);

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
  void whileItsBasisIsTheSameItIsFoundOutLessOften() {
    Rationed<Integer> value =
        new Rationed<>(Duration.ofSeconds(1), Duration.ofSeconds(5), () -> now, 0, () -> ++found);
    assertThat(value.get("calm")).isEqualTo(1);
    now += Duration.ofMillis(4999).toNanos();
    assertThat(value.get("calm")).isEqualTo(1);
    assertThat(value.get("changed")).isEqualTo(2);
    now += Duration.ofMillis(999).toNanos();
    assertThat(value.get("again")).as("not before its turn").isEqualTo(2);
    now += Duration.ofMillis(1).toNanos();
    assertThat(value.get("again")).as("missed when it was not its turn").isEqualTo(3);
    now += Duration.ofSeconds(5).toNanos();
    assertThat(value.get("again")).isEqualTo(4);
  }

  @Test
  void itIsRenewedBeforeItsTurnIfItsBasisHasChanged() {
    Rationed<Integer> value =
        new Rationed<>(Duration.ofSeconds(1), Duration.ofSeconds(5), () -> now, 0, () -> ++found);
    assertThat(value.renew(ONE_SECOND)).as("nobody has asked yet").isFalse();
    assertThat(value.get("calm")).isEqualTo(1);
    assertThat(value.renew(ONE_SECOND)).as("nothing has changed").isFalse();
    assertThat(value.get("calm")).isEqualTo(1);
    assertThat(value.get("changed")).as("not its turn").isEqualTo(1);
    assertThat(value.renew(ONE_SECOND)).isTrue();
    assertThat(value.get("changed")).isEqualTo(2);
    assertThat(value.renew(ONE_SECOND)).isFalse();
    assertThat(value.get("changed")).isEqualTo(2);
    assertThat(value.renew(ONE_SECOND)).as("nothing has changed so far").isFalse();
    assertThat(value.get("changed by then")).isEqualTo(3);
    assertThat(value.get("and later")).as("it was renewed already").isEqualTo(3);
  }

  @Test
  void whatTakesTooLongIsNotRenewed() {
    cost = Duration.ofMillis(1001).toNanos();
    value.get("calm");
    assertThat(value.renew(ONE_SECOND)).isFalse();
    assertThat(value.get("changed")).isEqualTo(1);
    assertThat(value.renew(ONE_SECOND.multipliedBy(2))).isTrue();
    assertThat(value.get("changed")).isEqualTo(2);
  }

  @Test
  void whatIsForgottenIsNotRenewed() {
    value.get("calm");
    value.renew(ONE_SECOND);
    value.forget();
    assertThat(value.get("changed")).isZero();
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
