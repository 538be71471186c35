// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Quota;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Verb;

/**
 * Limits by rule. A rule that has none, or 0, is disabled.
 *
 * @param limits the enabled rules; zeros given to the constructor are left out
 */
public record Thresholds(Map<Rule, Long> limits) {
  public static final Thresholds NONE = new Thresholds(Map.of());

  public Thresholds {
    limits.forEach((rule, limit) -> {
      if (limit < 0) {
        throw new IllegalArgumentException(rule.name() + " " + limit);
      }
    });
    limits =
        limits.entrySet().stream()
            .filter(entry -> entry.getValue() != 0)
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** What of it can be enforced. */
  public Quota quota() {
    Map<ResourceType, Long> objects = new EnumMap<>(ResourceType.class);
    Map<Verb, Long> rates = new EnumMap<>(Verb.class);
    limits.forEach((rule, limit) -> {
      if (rule.isEnforceable()) {
        switch (rule) {
          case Rule.Count count -> objects.put(count.type(), limit);
          case Rule.Rate rate -> rates.put(rate.verb(), limit);
          case Rule.Calls _, Rule.Bytes _ -> {}
        }
      }
    });
    return new Quota(objects, rates, limit(new Rule.Calls()), limit(new Rule.Bytes()));
  }

  /** The limit of a rule; empty where it is disabled. */
  public OptionalLong limit(Rule rule) {
    Long limit = limits.get(rule);
    return limit == null ? OptionalLong.empty() : OptionalLong.of(limit);
  }

  /** The greatest number of live objects of a type; empty where it is disabled. */
  public OptionalLong count(ResourceType type) {
    return limit(new Rule.Count(type));
  }

  /** The greatest number of calls of a verb per second; empty where it is disabled. */
  public OptionalLong rate(Verb verb) {
    return limit(new Rule.Rate(verb));
  }
}
