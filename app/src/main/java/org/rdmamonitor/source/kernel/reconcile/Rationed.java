// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A value that is expensive to find out: found out anew when it is asked for, but not so often that
 * more than a small share of the time goes into it. Not safe for use by several threads.
 */
public final class Rationed<T> {
  /** At most one part in this many of the time goes into it. */
  private static final int SHARE = 20;

  private final long shortest;
  private final LongSupplier nanos;
  private final Supplier<T> finding;
  private final T initial;
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
  public Rationed(Duration shortest, LongSupplier nanos, T initial, Supplier<T> finding) {
    this.shortest = shortest.toNanos();
    this.nanos = nanos;
    this.finding = finding;
    this.initial = initial;
    this.value = initial;
  }

  /** The value, as of now or of not long ago. */
  public T get() {
    long now = nanos.getAsLong();
    if (!found || now - foundAt >= Math.max(shortest, took * SHARE)) {
      // All this is noted even if finding it fails: the next attempt may take as long, and the old
      // value is out of date anyway.
      foundAt = now;
      found = true;
      value = initial;
      try {
        value = finding.get();
      } finally {
        took = nanos.getAsLong() - now;
      }
    }
    return value;
  }

  /** Resets the value to the initial one; it is found out again when it is due, and not sooner. */
  public void forget() {
    value = initial;
  }
}
