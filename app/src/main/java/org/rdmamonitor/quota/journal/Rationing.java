// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Lets the same thing be reported only now and then. For one thread at a time. */
final class Rationing {
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final int REMEMBERED = 1024;

  private final Map<Object, Told> told = new LinkedHashMap<>();

  private record Told(Instant time, long kept) {}

  /**
   * Whether to report it now.
   *
   * @return how often it was held back since it was last reported; empty if it is held back again
   */
  OptionalLong tell(Object what, Instant now) {
    Told last = told.remove(what);
    if (last != null && now.isBefore(last.time().plus(PAUSE))) {
      told.put(what, new Told(last.time(), last.kept() + 1));
      return OptionalLong.empty();
    }
    if (told.size() >= REMEMBERED) {
      told.remove(told.keySet().iterator().next());
    }
    told.put(what, new Told(now, 0));
    return OptionalLong.of(last == null ? 0 : last.kept());
  }
}
