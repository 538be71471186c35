// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * What {@link Inspector} found in a snapshot, and in what led to it.
 *
 * @param breaches of limits of the host, in the order of {@link Rule#all()}
 * @param cgroupBreaches of limits of cgroups, by path
 * @param findings the most severe first, and the newest of equal ones
 * @param configuration how the latest reading of the configuration file went
 */
public record Verdict(
    List<Breach> breaches,
    List<CgroupBreach> cgroupBreaches,
    List<Finding> findings,
    ConfigStatus configuration) {
  public static final Verdict NO_BREACH = new Verdict(List.of(), List.of());

  public Verdict {
    breaches = List.copyOf(breaches);
    cgroupBreaches = List.copyOf(cgroupBreaches);
    findings = List.copyOf(findings);
  }

  public Verdict(List<Breach> breaches, List<Finding> findings) {
    this(breaches, List.of(), findings, ConfigStatus.UNCHANGED);
  }

  /** Whether a limit of the host is exceeded. */
  public boolean flags(Rule rule) {
    return breaches.stream().anyMatch(breach -> breach.rule().equals(rule));
  }

  /**
   * Whether calls of a verb in a scope (the host, or a cgroup) are part of a breach of the host's
   * limits. They are if some were made in the scope during the interval, and on the host the verb
   * exceeds its own limit or creates objects of a type that exceeds its count. A destruction is
   * never part of a count's breach.
   */
  public boolean flags(Verb verb, Activity scope) {
    return scope.delta().calls(verb) > 0
        && breaches.stream().anyMatch(breach -> breach.rule().concerns(verb));
  }

  /** The same for a cgroup; the limit may also be that of a cgroup above it. */
  public boolean flags(Verb verb, Activity scope, String cgroup) {
    return flags(verb, scope)
        || (scope.delta().calls(verb) > 0
            && cgroupBreaches.stream()
                .filter(breach -> breach.isOf(cgroup))
                .anyMatch(breach -> breach.breach().rule().concerns(verb)));
  }

  /** Whether there are more objects of a type in a cgroup than its own limit. */
  public boolean flags(ResourceType type, String cgroup) {
    return cgroupBreaches.stream()
        .filter(breach -> breach.cgroup().equals(cgroup))
        .anyMatch(breach -> breach.breach().rule().equals(new Rule.Count(type)));
  }

  /**
   * Whether calls were refused during the interval because of a limit of the host or of a tenant.
   */
  public static boolean intercepts(Snapshot snapshot, Rule rule) {
    return snapshot.details().refusals().stream().anyMatch(tally -> tally.of(rule).refused() > 0);
  }

  /** Whether calls of a verb were refused, for a number of objects or for a rate. */
  public static boolean intercepts(Snapshot snapshot, Verb verb) {
    return snapshot.details().refusals().stream().anyMatch(tally -> intercepts(tally, verb));
  }

  /** Whether calls of a verb were refused by the limits of tenants that a cgroup belongs to. */
  public static boolean intercepts(Snapshot snapshot, Verb verb, String cgroup) {
    return snapshot.details().refusals().stream()
        .anyMatch(tally -> tally.isOf(cgroup) && intercepts(tally, verb));
  }

  /** A limit of all calls together says nothing about this verb. */
  private static boolean intercepts(Tally tally, Verb verb) {
    return tally.outcomes().entrySet().stream()
        .filter(entry -> entry.getValue().refused() > 0)
        .map(Map.Entry::getKey)
        .anyMatch(rule -> !(rule instanceof Rule.Calls) && rule.concerns(verb));
  }
}
