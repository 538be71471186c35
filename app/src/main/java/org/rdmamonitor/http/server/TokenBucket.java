// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.util.function.LongSupplier;

/** Lets a burst of requests through, and then one for each interval that passes. */
final class TokenBucket {
  private final WebConfig.Rate rate;
  private final LongSupplier nanos;
  private double tokens;
  private long filledAt;

  /**
   * A full bucket.
   *
   * @param nanos a monotonic clock
   */
  TokenBucket(WebConfig.Rate rate, LongSupplier nanos) {
    this.rate = rate;
    this.nanos = nanos;
    this.tokens = rate.burst();
    this.filledAt = nanos.getAsLong();
  }

  WebConfig.Rate rate() {
    return rate;
  }

  /** Takes a token; false if there is none. */
  synchronized boolean take() {
    long now = nanos.getAsLong();
    tokens = Math.min(rate.burst(), tokens + (double) (now - filledAt) / rate.interval().toNanos());
    filledAt = now;
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }
}
