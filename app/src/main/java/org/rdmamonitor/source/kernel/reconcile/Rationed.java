// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is expensive to find out. It is found out anew when it is asked for, but not so
 * often that this takes more than a small share of the time. Not safe for use by several threads.
 */
public final class Rationed<T> {
  /** Finding it takes at most one part in this many of the time. */
  private static final int SHARE = 20;

  private final long shortest;
  private final long shortestWhereStill;
  private final LongSupplier nanos;
  private final Supplier<T> finding;
  private final T initial;
  private T value;
  private long foundAt;
  private long took;
  private boolean found;
  private @Nullable Object basis;
  private @Nullable Object asked;
  private boolean renewing;

  /**
   * A value that is not known yet.
   *
   * @param shortest the least time between two findings
   * @param nanos a monotonic clock
   * @param initial the value before the first finding
   */
  public Rationed(Duration shortest, LongSupplier nanos, T initial, Supplier<T> finding) {
    this(shortest, shortest, nanos, initial, finding);
  }

  /**
   * The same for a value that seldom changes while the basis that it is asked for with stays the
   * same.
   *
   * @param shortestWhereStill the least time between two findings with the same basis
   */
  public Rationed(
      Duration shortest,
      Duration shortestWhereStill,
      LongSupplier nanos,
      T initial,
      Supplier<T> finding) {
    this.shortest = shortest.toNanos();
    this.shortestWhereStill = shortestWhereStill.toNanos();
    this.nanos = nanos;
    this.finding = finding;
    this.initial = initial;
    this.value = initial;
  }

  /** The present value, or a recent one. */
  public T get() {
    return get(null);
  }

  /** The same, with its present basis. */
  public T get(@Nullable Object current) {
    long now = nanos.getAsLong();
    asked = current;
    long pause = Objects.equals(basis, current) ? shortestWhereStill : shortest;
    boolean due = now - foundAt >= Math.max(pause, took * SHARE);
    boolean wanted = renewing && !Objects.equals(basis, current);
    renewing = false;
    if (!found || due || wanted) {
      // All this is noted even if finding it fails: the next attempt may take as long, and the old
      // value is out of date anyway.
      foundAt = now;
      found = true;
      basis = current;
      value = initial;
      try {
        value = finding.get();
      } finally {
        took = nanos.getAsLong() - now;
      }
    }
    return value;
  }

  /**
   * Makes the value be found out anew when it is next asked for, however soon that is; but only if
   * its basis has changed by then, and if finding it did not take longer than this.
   *
   * @return whether the value given last was out of date: its basis had changed, but it was not
   *     found out anew
   */
  public boolean renew(Duration most) {
    renewing = took <= most.toNanos();
    return renewing && found && !Objects.equals(basis, asked);
  }

  /** Resets the value to the initial one; it is found out again when it is due, and not sooner. */
  public void forget() {
    renewing = false;
    value = initial;
  }
}
