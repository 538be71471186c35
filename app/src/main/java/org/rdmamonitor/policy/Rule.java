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

  /** The bytes of live memory regions. */
  record Bytes() implements Rule {
    /** The greatest limit: 4 TiB. */
    public static final long MOST = 1L << 42;

    @Override
    public String name() {
      return "MR_BYTES";
    }
  }

  /** The calls of a verb on the host, per second of an interval. */
  record Rate(Verb verb) implements Rule {
    @Override
    public String name() {
      return verb.name();
    }
  }

  /** The calls of all verbs that can be refused, per second; of a tenant only. */
  public record Calls() implements Rule {
    @Override
    public String name() {
      return "CALLS";
    }
  }

  /** The name in the configuration file: {@code QP_COUNT}, {@code QP_CREATE}. */
  String name();

  /** Every rule of the host, counts before rates, in the order of display. */
  static List<Rule> all() {
    List<Rule> all = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      all.add(new Count(type));
    }
    all.add(new Bytes());
    for (Verb verb : Verb.values()) {
      all.add(new Rate(verb));
    }
    return List.copyOf(all);
  }

  /** What a limit of a tenant can be about: what can be refused. */
  static List<Rule> ofTenants() {
    List<Rule> rules = new ArrayList<>(all().stream().filter(Rule::isEnforceable).toList());
    rules.add(new Calls());
    return List.copyOf(rules);
  }

  /**
   * Whether the kernel can refuse what exceeds the limit. Destructions are never refused, and the
   * connection manager cannot be asked.
   */
  default boolean isEnforceable() {
    return switch (this) {
      case Count count -> count.type() != ResourceType.CM_ID;
      case Rate rate -> rate.verb() != Verb.CM_REQ && rate.verb().effect() != Verb.Effect.DESTROYS;
      case Calls _, Bytes _ -> true;
    };
  }

  static Optional<Rule> named(String name) {
    return all().stream().filter(rule -> rule.name().equals(name)).findFirst();
  }
}
