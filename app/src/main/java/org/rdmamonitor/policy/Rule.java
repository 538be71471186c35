// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Verb;

/** What a threshold can be set on. */
public sealed interface Rule {

  /** The number of live objects of a type on the host. It speaks about their creation only. */
  record Count(ResourceType type) implements Rule {
    @Override
    public String name() {
      return type.name() + "_COUNT";
    }
  }

  /** The calls of a verb on the host, per second of an interval. */
  record Rate(Verb verb) implements Rule {
    @Override
    public String name() {
      return verb.name();
    }
  }

  /** The name in the configuration file: {@code QP_COUNT}, {@code QP_CREATE}. */
  String name();

  /** Every rule, counts before rates, in the order of display. */
  static List<Rule> all() {
    List<Rule> all = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      all.add(new Count(type));
    }
    for (Verb verb : Verb.values()) {
      all.add(new Rate(verb));
    }
    return List.copyOf(all);
  }

  static Optional<Rule> named(String name) {
    return all().stream().filter(rule -> rule.name().equals(name)).findFirst();
  }
}
