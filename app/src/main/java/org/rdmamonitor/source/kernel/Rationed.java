// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A value that is expensive to find out: found out anew when it is asked for, but not so often that
 * more than a small share of the time goes into it. Not safe for use by several threads.
 */
final class Rationed<T> {
  /** At most this part of the time, one in so many. */
  private static final int SHARE = 20;

  private final long shortest;
  private final LongSupplier nanos;
  private final Supplier<T> finding;
  private T value;
  private long foundAt;
  private long took;
  private boolean found;

  /**
   * A value that is not known yet.
   *
   * @param shortest between two findings
   * @param nanos a monotonic clock
   * @param initial the value before the first finding
   */
  Rationed(Duration shortest, LongSupplier nanos, T initial, Supplier<T> finding) {
    this.shortest = shortest.toNanos();
    this.nanos = nanos;
    this.finding = finding;
    this.value = initial;
  }

  /** The value, as of now or of not long ago. */
  T get() {
    long now = nanos.getAsLong();
    if (!found || now - foundAt >= Math.max(shortest, took * SHARE)) {
      value = finding.get();
      took = nanos.getAsLong() - now;
      foundAt = now;
      found = true;
    }
    return value;
  }
}
