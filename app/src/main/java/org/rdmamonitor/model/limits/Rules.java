// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/** The lists of {@link Rule}, made once. */
final class Rules {
  static final List<Rule> EVERY =
      Stream.of(
              Arrays.stream(ResourceType.values()).map(Rule.Count::new),
              Arrays.stream(Size.values()).map(Rule.Total::new),
              Arrays.stream(Verb.values()).map(Rule.Rate::new),
              Stream.of(new Rule.Calls(), new Rule.Peers()))
          .<Rule>flatMap(rules -> rules)
          .toList();
  static final List<Rule> OF_HOST =
      EVERY.stream().filter(rule -> rule.isNumbered() && !(rule instanceof Rule.Calls)).toList();
  static final List<Rule> OF_TENANTS =
      EVERY.stream().filter(rule -> rule.isNumbered() && rule.isEnforceable()).toList();

  private Rules() {}
}
