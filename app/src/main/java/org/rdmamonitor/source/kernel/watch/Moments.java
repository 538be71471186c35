// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Converts moments of the monotonic clock, which BPF programs use, to times. For one thread at a
 * time.
 */
public final class Moments {
  /**
   * How far the two clocks may drift apart; if they differ more, the wall clock is taken to have
   * been set.
   */
  private static final Duration DRIFT = Duration.ofSeconds(1);

  private final Clock clock;
  private final LongSupplier nanos;

  /**
   * The time of the monotonic clock's zero. It is kept, so that a moment gives the same time at
   * each reading.
   */
  private Instant zero;

  /**
   * A converter.
   *
   * @param nanos CLOCK_MONOTONIC
   */
  public Moments(Clock clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.zero = zero();
  }

  private Instant zero() {
    return clock.instant().minusNanos(nanos.getAsLong());
  }

  /** Notices whether somebody has set the clock. */
  void compareClocks() {
    Instant now = zero();
    if (Duration.between(zero, now).abs().compareTo(DRIFT) > 0) {
      zero = now;
    }
  }

  /** A moment as a time. */
  Instant at(long moment) {
    return zero.plusNanos(moment);
  }
}
