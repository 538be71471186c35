// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * So much of each resource. No amount is below 0; sums end at {@link Long#MAX_VALUE}.
 *
 * @param mrBytes length of the memory regions
 */
public record Amounts(long qp, long cq, long mr, long mrBytes) {
  public static final Amounts NONE = new Amounts(0, 0, 0, 0);
  public static final Amounts ONE_QP = new Amounts(1, 0, 0, 0);
  public static final Amounts ONE_CQ = new Amounts(0, 1, 0, 0);

  public Amounts {
    if (qp < 0 || cq < 0 || mr < 0 || mrBytes < 0) {
      throw new IllegalArgumentException(
          "below 0: " + Arrays.toString(new long[] {qp, cq, mr, mrBytes}));
    }
  }

  /** One memory region of so many bytes. */
  public static Amounts region(long bytes) {
    return new Amounts(0, 0, 1, bytes);
  }

  /** So much of one resource that is {@link Resource#HELD held}. */
  public static Amounts of(Resource resource, long count) {
    return switch (resource) {
      case QP -> new Amounts(count, 0, 0, 0);
      case CQ -> new Amounts(0, count, 0, 0);
      case MR -> new Amounts(0, 0, count, 0);
      case MR_BYTES -> new Amounts(0, 0, 0, count);
      case CALLS -> throw new IllegalArgumentException("calls are not held");
    };
  }

  /** Of one of them; there is no amount of {@link Resource#CALLS}. */
  public long of(Resource resource) {
    return switch (resource) {
      case QP -> qp;
      case CQ -> cq;
      case MR -> mr;
      case MR_BYTES -> mrBytes;
      case CALLS -> 0;
    };
  }

  public Amounts plus(Amounts other) {
    return each(other, (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
  }

  /** Nothing where there is less than is taken away. */
  public Amounts minus(Amounts other) {
    return each(other, (a, b) -> Math.max(0, a - b));
  }

  /** The lesser of each. */
  public Amounts min(Amounts other) {
    return each(other, Math::min);
  }

  /** The greater of each. */
  public Amounts max(Amounts other) {
    return each(other, Math::max);
  }

  public boolean isNone() {
    return equals(NONE);
  }

  private Amounts each(Amounts other, LongBinaryOperator operator) {
    return new Amounts(
        operator.applyAsLong(qp, other.qp),
        operator.applyAsLong(cq, other.cq),
        operator.applyAsLong(mr, other.mr),
        operator.applyAsLong(mrBytes, other.mrBytes));
  }
}
