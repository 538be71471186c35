// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * An amount of each resource that is {@link Resource#HELD held}. No amount is below 0; sums are cut
 * at {@link Long#MAX_VALUE}. Immutable.
 */
public final class Amounts {
  public static final Amounts NONE = new Amounts(new long[Resource.HELD.size()]);
  public static final Amounts ONE_QP = of(Resource.QP, 1);

  /** By the index of the resource in {@link Resource#HELD}. */
  private final long[] held;

  private Amounts(long[] held) {
    this.held = held;
  }

  /** One completion queue with this many entries. */
  public static Amounts queue(long entries) {
    return object(Resource.CQ, entries);
  }

  /** One memory region with this many bytes. */
  public static Amounts region(long bytes) {
    return object(Resource.MR, bytes);
  }

  /** One object of a kind, with its size if objects of this kind have one. */
  public static Amounts object(Resource kind, long size) {
    return objects(kind, 1, size);
  }

  /** This many objects of a kind, with their total size. */
  public static Amounts objects(Resource kind, long count, long size) {
    Amounts objects = of(kind, count);
    return kind.size().map(resource -> objects.plus(of(resource, size))).orElse(objects);
  }

  /**
   * This much of one resource.
   *
   * @throws IllegalArgumentException below 0, or for calls, which are not held
   */
  public static Amounts of(Resource resource, long count) {
    if (count < 0 || resource == Resource.CALLS) {
      throw new IllegalArgumentException(count + " " + resource);
    }
    long[] held = new long[Resource.HELD.size()];
    held[Resource.HELD.indexOf(resource)] = count;
    return new Amounts(held);
  }

  /** The amount of one resource; there is none of {@link Resource#CALLS}. */
  public long of(Resource resource) {
    return resource == Resource.CALLS ? 0 : held[Resource.HELD.indexOf(resource)];
  }

  /** The size of all objects of a kind; 0 for those that have none. */
  public long sizeOf(Resource kind) {
    return kind.size().map(this::of).orElse(0L);
  }

  public Amounts plus(Amounts other) {
    return each(other, (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
  }

  /** The difference; 0 where it would be below 0. */
  public Amounts minus(Amounts other) {
    return each(other, (a, b) -> Math.max(0, a - b));
  }

  /** The smaller amount of each resource. */
  public Amounts min(Amounts other) {
    return each(other, Math::min);
  }

  /** The larger amount of each resource. */
  public Amounts max(Amounts other) {
    return each(other, Math::max);
  }

  public boolean isNone() {
    return equals(NONE);
  }

  private Amounts each(Amounts other, LongBinaryOperator operator) {
    long[] result = new long[held.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = operator.applyAsLong(held[i], other.held[i]);
    }
    return new Amounts(result);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Amounts amounts && Arrays.equals(held, amounts.held);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(held);
  }

  @Override
  public String toString() {
    return "Amounts" + Arrays.toString(held);
  }
}
