// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.EnumMap;
import java.util.Map;

/**
 * How many credits a process is granted ahead: none with the first object of a kind, and twice as
 * many each time that it asks for another. For one thread at a time.
 */
final class LendingPace {
  /** Bytes, or entries; for larger objects nothing is granted ahead. */
  private static final long MOST_SIZE = 1L << 40;

  private final Map<Resource, Integer> ahead = new EnumMap<>(Resource.class);

  /**
   * What is granted beyond what was asked for.
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
    long size = wanted.sizeOf(kind);
    if (size > 0) {
      count = Math.min(count, Math.min(room.sizeOf(kind) / share, MOST_SIZE) / size);
    }
    return count == 0 ? Amounts.NONE : Amounts.objects(kind, count, count * size);
  }

  /** Its credits were recalled: others need them more. */
  void slowDown(Resource resource) {
    ahead.put(resource.kind(), 0);
  }

  private static Resource kindOf(Amounts wanted) {
    return Resource.OBJECTS.stream()
        .filter(kind -> wanted.of(kind) > 0)
        .findFirst()
        .orElse(Resource.MR);
  }
}
