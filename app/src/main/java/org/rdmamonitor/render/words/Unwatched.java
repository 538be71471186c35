// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.Verb;

/**
 * The rows that nothing feeds: those of whose hooks none is attached. That some are not is usual,
 * since kernels differ in where a call can be seen.
 */
public final class Unwatched {
  /** The row of the hooks that count objects. */
  public static final String OBJECTS = "objects";

  private Unwatched() {}

  /** A hook of each such row, in the order of the hooks; one that may yet come, if there is one. */
  public static Map<String, Hook> rows(Health health) {
    Map<String, Hook> rows = new LinkedHashMap<>();
    for (Hook hook : health.hooks()) {
      rows.merge(hook.name(), hook, Unwatched::moreHopeful);
    }
    rows.values().removeIf(hook -> hook.state() == State.ATTACHED);
    return rows;
  }

  private static Hook moreHopeful(Hook one, Hook other) {
    return hope(other) > hope(one) ? other : one;
  }

  private static int hope(Hook hook) {
    return switch (hook.state()) {
      case ATTACHED -> 2;
      case WAITING -> 1;
      case UNAVAILABLE -> 0;
    };
  }

  /** The verbs without a rate, and why; not those that were watched in a part of the interval. */
  public static Map<Verb, String> verbs(Snapshot snapshot) {
    Map<String, Hook> rows = rows(snapshot.health());
    Map<Verb, String> reasons = new EnumMap<>(Verb.class);
    for (Verb verb : Verb.values()) {
      Hook hook = rows.get(verb.name());
      if (hook != null && snapshot.host().delta().calls(verb) == 0) {
        reasons.put(verb, hook.reason());
      }
    }
    return reasons;
  }
}
