// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.EnumMap;
import java.util.Map;

/**
 * How many credits a process is granted ahead: none with the first object of a kind, and twice as
 * many with each that it asks for again. For one thread at a time.
 */
final class Pace {
  /** Bytes beyond which nothing is granted ahead. */
  private static final long MOST_BYTES = 1L << 40;

  private final Map<Resource, Integer> ahead = new EnumMap<>(Resource.class);

  /**
   * What is granted beside what was asked for.
   *
   * @param idle what the process has and does not use
   * @param room what the limits leave
   * @param sharers how many may want it
   */
  Amounts next(Amounts wanted, Amounts idle, Amounts room, int sharers) {
    Resource kind = kindOf(wanted);
    int pace = ahead.getOrDefault(kind, 0);
    ahead.put(kind, Math.clamp(2L * pace, 1, Credits.MOST));
    long share = 2L * Math.max(1, sharers);
    long count =
        Math.min(Math.min(pace, Math.max(0, Credits.MOST - idle.of(kind))), room.of(kind) / share);
    if (wanted.mrBytes() > 0) {
      count = Math.min(count, Math.min(room.mrBytes() / share, MOST_BYTES) / wanted.mrBytes());
    }
    return count == 0
        ? Amounts.NONE
        : Amounts.of(kind, count).plus(Amounts.of(Resource.MR_BYTES, count * wanted.mrBytes()));
  }

  /** Others have more need of it. */
  void slowDown(Resource kind) {
    ahead.put(kind == Resource.MR_BYTES ? Resource.MR : kind, 0);
  }

  private static Resource kindOf(Amounts wanted) {
    if (wanted.qp() > 0) {
      return Resource.QP;
    }
    return wanted.cq() > 0 ? Resource.CQ : Resource.MR;
  }
}
