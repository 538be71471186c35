// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.LimitOutcome;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;

/** Which rules, verbs and cgroups are shown as those whose calls were refused. */
class VerdictTest {
  private static final LimitOutcome REFUSED = new LimitOutcome(4, 3, 0, 0, 0);
  private static final LimitOutcome KILLED = new LimitOutcome(4, 0, 1, 2, 1);

  private static Snapshot after(Tally... tallies) {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.with(Scenes.busy(), enforcement()));
    ledger.snapshot();
    ledger.add(Scenes.with(Scenes.busier(), enforcement(tallies)));
    return ledger.snapshot();
  }

  private static Enforcement enforcement(Tally... tallies) {
    return new Enforcement(Mode.STRICT, true, true, "", 0, List.of(tallies));
  }

  private static Tally tally(String cgroup, Rule rule, LimitOutcome outcome) {
    return new Tally(cgroup, Limits.UNLIMITED, Map.of(rule, outcome));
  }

  @Test
  void aRefusalIsThatOfItsRuleAndOfTheVerbsThatItConcerns() {
    Rule rule = new Rule.Count(ResourceType.QP);
    Snapshot snapshot = after(tally("/a", rule, REFUSED));

    assertThat(Rule.every()).filteredOn(r -> Verdict.intercepts(snapshot, r)).containsOnly(rule);
    assertThat(Verb.values())
        .filteredOn(verb -> Verdict.intercepts(snapshot, verb))
        .containsExactly(Verb.QP_CREATE);
  }

  @Test
  void onlyWhatBelongsToTheTenantWasRefusedByItsLimits() {
    Snapshot snapshot =
        after(
            tally("/a", new Rule.Rate(Verb.MR_REG), REFUSED),
            tally("", new Rule.Rate(Verb.QP_CREATE), REFUSED));

    assertThat(Verdict.intercepts(snapshot, Verb.MR_REG, "/a")).isTrue();
    assertThat(Verdict.intercepts(snapshot, Verb.MR_REG, "/a/sub")).isTrue();
    assertThat(Verdict.intercepts(snapshot, Verb.MR_REG, "/b")).isFalse();
    assertThat(Verdict.intercepts(snapshot, Verb.MR_DEREG, "/a")).isFalse();
    assertThat(Verdict.intercepts(snapshot, Verb.QP_CREATE, "/a")).as("the host's").isFalse();
    assertThat(Verdict.intercepts(snapshot, Verb.QP_CREATE)).isTrue();
  }

  @Test
  void whatWasKilledOrHasPassedWasNotRefused() {
    Rule rule = new Rule.Count(ResourceType.QP);
    Snapshot snapshot = after(tally("/a", rule, KILLED));

    assertThat(Verdict.intercepts(snapshot, rule)).isFalse();
    assertThat(Verdict.intercepts(snapshot, Verb.QP_CREATE)).isFalse();
    assertThat(Verdict.intercepts(snapshot, Verb.QP_CREATE, "/a")).isFalse();
  }

  @Test
  void aLimitOfAllCallsTogetherSaysNothingAboutOneVerb() {
    Snapshot snapshot = after(tally("/a", new Rule.Calls(), REFUSED));

    assertThat(Verdict.intercepts(snapshot, new Rule.Calls())).isTrue();
    assertThat(Verb.values()).noneMatch(verb -> Verdict.intercepts(snapshot, verb));
  }

  @Test
  void aLimitOfACgroupFlagsItsOwnTypeOnly() {
    Breach breach = new Breach(new Rule.Count(ResourceType.QP), 2, 3);
    Verdict verdict =
        new Verdict(
            List.of(), List.of(new CgroupBreach("/a", breach)), List.of(), ConfigStatus.UNCHANGED);

    assertThat(ResourceType.values())
        .filteredOn(type -> verdict.flags(type, "/a"))
        .containsExactly(ResourceType.QP);
  }
}
