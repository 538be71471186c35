// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Instant;

/** Times as numbers. Differences of any two fit into a long, whatever a recording says. */
final class Nanos {
  /** Seconds from 1970 to 2096. */
  private static final long MOST_SECONDS = 4_000_000_000L;

  private static final long BILLION = 1_000_000_000;

  private Nanos() {}

  /** Nanoseconds since 1970; a time before 1970 or after 2096 counts as that limit. */
  static long of(Instant time) {
    long seconds = Math.clamp(time.getEpochSecond(), 0, MOST_SECONDS);
    return seconds * BILLION + time.getNano();
  }
}
