// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Instant;

/** Moments as numbers since 1970; nanoseconds fit into 64 bits until 2262. */
final class Times {
  private static final long SECOND = 1_000_000_000;

  private Times() {}

  static long epochNanos(Instant time) {
    return Math.addExact(Math.multiplyExact(time.getEpochSecond(), SECOND), time.getNano());
  }

  static Instant ofEpochNanos(long nanos) {
    return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND));
  }

  static long epochMicros(Instant time) {
    return Math.floorDiv(epochNanos(time), 1000L);
  }

  static Instant ofEpochMicros(long micros) {
    return ofEpochNanos(Math.multiplyExact(micros, 1000L));
  }
}
