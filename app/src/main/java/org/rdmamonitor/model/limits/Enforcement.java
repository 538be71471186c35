// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.cgroup.Cgroup;

/**
 * How limits are enforced.
 *
 * @param mode what was asked for
 * @param active whether the kernel refuses
 * @param kills whether it kills processes that got past the gate
 * @param reason why the kernel does less than was asked for, in words for a person; else empty
 * @param notRead requests that the gate could not read and let through, since the source was opened
 * @param tallies the host first, then tenants by path; empty if nothing is enforced
 */
public record Enforcement(
    Mode mode, boolean active, boolean kills, String reason, long notRead, List<Tally> tallies) {
  /** Limits are only watched. */
  public static final Enforcement NONE =
      new Enforcement(Mode.OBSERVE, false, false, "", 0, List.of());

  /** How far enforcement goes. */
  public enum Mode {
    /** A value that exceeds a limit is flagged. */
    OBSERVE,
    /** A request that would exceed a limit is refused. */
    DENY,
    /** And a process that gets around the refusal is killed. */
    STRICT
  }

  /**
   * The limits of the host or of a tenant, and what came of them.
   *
   * @param cgroup path of the tenant; empty for the host
   * @param limits what there may be
   * @param outcomes of every rule, limited or not, for which anything is held or has happened, in
   *     the order of {@link Rule#every()}
   */
  public record Tally(String cgroup, Limits limits, Map<Rule, LimitOutcome> outcomes) {
    public Tally {
      Map<Rule, LimitOutcome> inOrder = new LinkedHashMap<>();
      for (Rule rule : Rule.every()) {
        LimitOutcome outcome = outcomes.getOrDefault(rule, LimitOutcome.NOTHING);
        if (!outcome.equals(LimitOutcome.NOTHING)) {
          inOrder.put(rule, outcome);
        }
      }
      outcomes = Collections.unmodifiableMap(inOrder);
    }

    /** What came of a rule. */
    public LimitOutcome of(Rule rule) {
      return outcomes.getOrDefault(rule, LimitOutcome.NOTHING);
    }

    /** What came of it since another moment; what is held is the present value. */
    Tally since(Tally before) {
      Map<Rule, LimitOutcome> since = new HashMap<>();
      outcomes.forEach((rule, outcome) -> since.put(rule, outcome.since(before.of(rule))));
      return new Tally(cgroup, limits, since);
    }

    /** Whether anything came of it at all. */
    boolean isEventful() {
      return outcomes.values().stream().anyMatch(LimitOutcome::isEventful);
    }

    /** Whether a cgroup is the tenant's, or below it. */
    public boolean isOf(String path) {
      return !isHost() && Cgroup.isWithin(path, cgroup);
    }

    public boolean isHost() {
      return cgroup.isEmpty();
    }
  }

  /** What came of the quotas since another moment of the same source. */
  public List<Tally> since(Enforcement before) {
    Map<String, Tally> old = new HashMap<>();
    before.tallies.forEach(tally -> old.put(tally.cgroup(), tally));
    return tallies.stream()
        .map(
            tally -> old.containsKey(tally.cgroup()) ? tally.since(old.get(tally.cgroup())) : tally)
        .filter(Tally::isEventful)
        .toList();
  }

  /** Nothing is enforced, although it may have been asked for. */
  public static Enforcement inactive(Mode mode, String reason) {
    return new Enforcement(mode, false, false, reason, 0, List.of());
  }

  public Enforcement {
    tallies = List.copyOf(tallies);
  }
}
