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
 * @param byRule limits, from 0, in the order of {@link Rule#every()}; rules that are missing are
 *     not limited
 * @param peers whom queue pairs may talk to; empty if anybody
 */
public record Limits(Map<Rule, Long> byRule, Optional<PeerPolicy> peers) {
  /** The word for a limit of 0: none may be had. */
  public static final String NONE = "none";

  /** The word for no limit; in {@code config.txt} 0 means the same. */
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

  /** Limits without a policy about peers. */
  public Limits(Map<Rule, Long> byRule) {
    this(byRule, Optional.empty());
  }

  /** The part of the limits that can be enforced. */
  public Limits enforceable() {
    Map<Rule, Long> kept = new LinkedHashMap<>(byRule);
    kept.keySet().removeIf(rule -> !rule.isEnforceable());
    return new Limits(kept, peers);
  }

  /** The limit of a rule; empty if there is none. */
  public OptionalLong of(Rule rule) {
    Long limit = byRule.get(rule);
    return limit == null ? OptionalLong.empty() : OptionalLong.of(limit);
  }

  /** Whether a rule has a limit. */
  public boolean has(Rule rule) {
    return byRule.containsKey(rule);
  }
}
