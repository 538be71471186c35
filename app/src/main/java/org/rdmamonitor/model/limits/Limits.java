// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the host or a tenant may have, and whom it may talk to. Immutable.
 *
 * @param byRule limits, from 0, in the order of {@link Rule#every()}; what is not named is not
 *     limited
 * @param peers whom queue pairs may talk to; empty where that is anybody
 */
public record Limits(Map<Rule, Long> byRule, Optional<PeerPolicy> peers) {
  /** How a limit of 0 is written: not one may be had. */
  public static final String NONE = "none";

  /** What is written for no limit at all; in {@code config.txt} 0 is another word for it. */
  public static final String NO_LIMIT = "unlimited";

  public static final Limits UNLIMITED = new Limits(Map.of());

  public Limits {
    Map<Rule, Long> inOrder = new LinkedHashMap<>();
    for (Rule rule : Rule.every()) {
      Long limit = byRule.get(rule);
      if (limit != null) {
        if (limit < 0 || !rule.isNumbered()) {
          throw new IllegalArgumentException(rule.name() + " " + limit);
        }
        inOrder.put(rule, limit);
      }
    }
    byRule = Collections.unmodifiableMap(inOrder);
  }

  /** Limits of those who may talk to anybody. */
  public Limits(Map<Rule, Long> byRule) {
    this(byRule, Optional.empty());
  }

  /** What of it can be enforced. */
  public Limits enforceable() {
    Map<Rule, Long> kept = new LinkedHashMap<>(byRule);
    kept.keySet().removeIf(rule -> !rule.isEnforceable());
    return new Limits(kept, peers);
  }

  /** The limit of a rule; empty where there is none. */
  public OptionalLong of(Rule rule) {
    Long limit = byRule.get(rule);
    return limit == null ? OptionalLong.empty() : OptionalLong.of(limit);
  }

  /** Whether a rule has a limit. */
  public boolean has(Rule rule) {
    return byRule.containsKey(rule);
  }
}
