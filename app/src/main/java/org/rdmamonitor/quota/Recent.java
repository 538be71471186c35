// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What was granted and given back recently, second by second, since the kernel's count may not show
 * it yet. It takes the same memory however much there was. For one thread at a time.
 */
final class Recent {
  private static final long SLICE = Duration.ofSeconds(1).toNanos();

  /** The making of an object never takes longer than this. */
  private static final Duration KEPT = Duration.ofMinutes(10);

  private final Deque<Slice> slices = new ArrayDeque<>();

  /**
   * A second or less.
   *
   * @param begin by {@link System#nanoTime}
   */
  private record Slice(long begin, Amounts granted, Amounts released) {
    boolean endsAfter(long time) {
      return begin + SLICE - time > 0;
    }

    Slice plus(Amounts more, Amounts less) {
      return new Slice(begin, granted.plus(more), released.plus(less));
    }
  }

  void granted(Amounts amounts, long now) {
    add(amounts, Amounts.NONE, now);
  }

  void released(Amounts amounts, long now) {
    add(Amounts.NONE, amounts, now);
  }

  private void add(Amounts granted, Amounts released, long now) {
    forgetBefore(now - KEPT.toNanos());
    Slice last = slices.peekLast();
    if (last != null && last.endsAfter(now)) {
      slices.removeLast();
      slices.addLast(last.plus(granted, released));
    } else {
      slices.addLast(new Slice(now, granted, released));
    }
  }

  /** Forgets everything before a moment. */
  void forgetBefore(long time) {
    while (!slices.isEmpty() && !slices.getFirst().endsAfter(time)) {
      slices.removeFirst();
    }
  }

  /** What was granted since a moment, and perhaps up to a second before. */
  Amounts grantedSince(long time) {
    return slices.stream()
        .filter(slice -> slice.endsAfter(time))
        .map(Slice::granted)
        .reduce(Amounts.NONE, Amounts::plus);
  }

  /** What was given back since a moment, and perhaps up to a second before. */
  Amounts releasedSince(long time) {
    return slices.stream()
        .filter(slice -> slice.endsAfter(time))
        .map(Slice::released)
        .reduce(Amounts.NONE, Amounts::plus);
  }
}
