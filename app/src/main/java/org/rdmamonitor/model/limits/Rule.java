// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.model.resource.Unit;

/**
 * What a limit can be set on: the names and the order that the configuration file, the kernel's
 * quotas and every output share.
 */
public sealed interface Rule {

  /** The number of live objects of a type. Only their creation can exceed it. */
  record Count(ResourceType type) implements Rule {
    @Override
    public String name() {
      return type.name() + "_COUNT";
    }

    @Override
    public String subject() {
      return type.name();
    }

    @Override
    public Unit unit() {
      return Unit.OBJECTS;
    }

    @Override
    public boolean isEnforceable() {
      return type != ResourceType.CM_ID;
    }

    @Override
    public boolean concerns(Verb verb) {
      return verb.creates(type);
    }

    @Override
    public double amount(Activity activity) {
      return activity.total().live(type);
    }
  }

  /** The total size of the live objects of a type. Only their creation can exceed it. */
  record Total(Size size) implements Rule {
    @Override
    public String name() {
      return size.name();
    }

    @Override
    public String label() {
      return size.label();
    }

    @Override
    public Unit unit() {
      return size.unit();
    }

    @Override
    public boolean concerns(Verb verb) {
      return verb.creates(size.type());
    }

    @Override
    public double amount(Activity activity) {
      return activity.total().total(size);
    }
  }

  /** The calls of a verb, per second of an interval. */
  record Rate(Verb verb) implements Rule {
    @Override
    public String name() {
      return verb.name();
    }

    @Override
    public Unit unit() {
      return Unit.CALLS_PER_SECOND;
    }

    @Override
    public boolean isEnforceable() {
      return verb != Verb.CM_REQ
          && verb != Verb.FLOW_CREATE
          && verb.effect() != Verb.Effect.DESTROYS;
    }

    @Override
    public boolean concerns(Verb call) {
      return call == verb;
    }

    @Override
    public double amount(Activity activity) {
      return activity.rate(verb);
    }
  }

  /** The calls of all verbs that can be refused, per second; only for tenants. */
  record Calls() implements Rule {
    @Override
    public String name() {
      return "CALLS";
    }

    @Override
    public String label() {
      return "calls";
    }

    @Override
    public Unit unit() {
      return Unit.CALLS_PER_SECOND;
    }

    @Override
    public boolean concerns(Verb verb) {
      return new Rate(verb).isEnforceable();
    }

    @Override
    public double amount(Activity activity) {
      return Arrays.stream(Verb.values()).filter(this::concerns).mapToDouble(activity::rate).sum();
    }
  }

  /** Whom queue pairs may talk to: it has a {@link PeerPolicy} in place of a number. */
  record Peers() implements Rule {
    @Override
    public String name() {
      return PeerPolicy.NAME;
    }

    @Override
    public String label() {
      return "peers";
    }

    @Override
    public Unit unit() {
      return Unit.ADDRESSES;
    }

    @Override
    public boolean concerns(Verb verb) {
      return verb == Verb.QP_MODIFY;
    }

    /** Always 0: peers are not counted. */
    @Override
    public double amount(Activity activity) {
      return 0;
    }
  }

  /** The name in the configuration file: {@code QP_COUNT}, {@code QP_CREATE}. */
  String name();

  /**
   * What is counted, without how: {@code QP} for {@code QP_COUNT}; for outputs that have a column
   * for how.
   */
  default String subject() {
    return name();
  }

  /** The {@link #subject} in words for people. */
  default String label() {
    return subject();
  }

  Unit unit();

  /**
   * Whether the gate in the kernel refuses what exceeds the limit. Destructions and flow rules are
   * never refused, and the connection manager cannot be asked.
   */
  default boolean isEnforceable() {
    return true;
  }

  /** Whether its limit is a number. */
  default boolean isNumbered() {
    return unit() != Unit.ADDRESSES;
  }

  /** Whether calls of a verb can exceed the limit. */
  boolean concerns(Verb verb);

  /** The present amount of what is limited. */
  double amount(Activity activity);

  /** Every rule, in the order of display: counts before rates. */
  static List<Rule> every() {
    return Rules.EVERY;
  }

  /** Every rule of the host whose limit is a number, in the order of display. */
  static List<Rule> all() {
    return Rules.OF_HOST;
  }

  /** The rules for which a tenant can have a number: those that can be refused. */
  static List<Rule> ofTenants() {
    return Rules.OF_TENANTS;
  }

  /** The rule of the host that has this name in the configuration file. */
  static Optional<Rule> named(String name) {
    return all().stream().filter(rule -> rule.name().equals(name)).findFirst();
  }
}
