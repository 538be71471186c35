// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private long now = 1L << 62;
  private final TokenBucket bucket =
      new TokenBucket(new WebConfig.Rate(Duration.ofSeconds(2), 3), () -> now);

  @Test
  void aBurstPassesAndThenOneForEachInterval() {
    assertThat(taken(5)).isEqualTo(3);
    now += Duration.ofSeconds(1).toNanos();
    assertThat(taken(1)).isZero();
    now += Duration.ofSeconds(1).toNanos();
    assertThat(taken(2)).isEqualTo(1);
  }

  @Test
  void noMoreThanABurstIsSavedUp() {
    now += Duration.ofHours(1).toNanos();
    assertThat(taken(9)).isEqualTo(3);
  }

  private int taken(int tries) {
    int taken = 0;
    for (int i = 0; i < tries; i++) {
      taken += bucket.take() ? 1 : 0;
    }
    return taken;
  }
}
