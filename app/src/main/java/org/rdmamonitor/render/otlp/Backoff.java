// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to leave a receiver alone that could not take a request: a second, then twice as long
 * each time, up to a minute. Of this time a random part of at least half is waited, so that the
 * hosts of a fleet do not all come back at once.
 *
 * @param random from 0 to 1
 */
record Backoff(DoubleSupplier random) {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 6;

  /**
   * The time to wait.
   *
   * @param failures before this one, of the same request
   */
  Duration after(int failures) {
    Duration whole = FIRST.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
    Duration bounded = whole.compareTo(LONGEST) > 0 ? LONGEST : whole;
    return Duration.ofNanos((long) (bounded.toNanos() * (0.5 + random.getAsDouble() / 2)));
  }
}
