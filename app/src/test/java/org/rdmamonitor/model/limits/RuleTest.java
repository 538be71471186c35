// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Samples;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/** What can be limited, what limits there are, and what came of them. */
class RuleTest {
  private static final Rule QPS = new Rule.Count(ResourceType.QP);

  @ParameterizedTest
  @CsvSource({
    "QP_COUNT, QP, QP, true, QP_CREATE",
    "CM_ID_COUNT, CM_ID, CM_ID, false, ''",
    "MR_REG, MR_REG, MR_REG, true, MR_REG",
    "MR_DEREG, MR_DEREG, MR_DEREG, false, MR_DEREG",
    "CM_REQ, CM_REQ, CM_REQ, false, CM_REQ",
    "FLOW_CREATE, FLOW_CREATE, FLOW_CREATE, false, FLOW_CREATE",
    "MR_BYTES, MR_BYTES, MR bytes, true, MR_REG",
    "CQ_ENTRIES, CQ_ENTRIES, CQ entries, true, CQ_CREATE",
  })
  void aRuleOfTheHostHasANameAndConcernsVerbs(
      String name, String subject, String label, boolean isEnforceable, String verbs) {
    Rule rule = Rule.named(name).orElseThrow();

    assertThat(rule.name()).isEqualTo(name);
    assertThat(rule.subject()).isEqualTo(subject);
    assertThat(rule.label()).isEqualTo(label);
    assertThat(rule.isEnforceable()).isEqualTo(isEnforceable);
    assertThat(rule.isNumbered()).isTrue();
    List<String> concerned =
        Arrays.stream(Verb.values()).filter(rule::concerns).map(Verb::name).toList();
    assertThat(String.join(" ", concerned)).isEqualTo(verbs);
  }

  @Test
  void tenantsHaveARuleForAllCallsAndNoneThatCannotBeEnforced() {
    assertThat(Rule.ofTenants()).contains(new Rule.Calls()).allMatch(Rule::isEnforceable);
    assertThat(Rule.all()).doesNotContain(new Rule.Calls(), new Rule.Peers());
    assertThat(Rule.every()).containsAll(Rule.all()).containsAll(Rule.ofTenants());
    assertThat(Rule.every()).filteredOn(rule -> !rule.isNumbered()).containsOnly(new Rule.Peers());
    assertThat(Rule.named("CALLS")).isEmpty();
    assertThat(Rule.named("qp_count")).isEmpty();
  }

  @Test
  void anAmountIsWhatThereIsOrHowOftenASecondItIsDone() {
    Sample before = sample(0, new Counts.Builder().build());
    Activity host =
        Snapshot.between(
                before,
                sample(
                    2_000_000_000L,
                    new Counts.Builder()
                        .live(ResourceType.QP, 5)
                        .size(Size.MR_BYTES, 4096)
                        .calls(Verb.MR_REG, 6, 1)
                        .calls(Verb.MR_DEREG, 100, 0)
                        .build()))
            .host();

    assertThat(QPS.amount(host)).isEqualTo(5);
    assertThat(new Rule.Total(Size.MR_BYTES).amount(host)).isEqualTo(4096);
    assertThat(new Rule.Rate(Verb.MR_REG).amount(host)).isEqualTo(3);
    assertThat(new Rule.Calls().amount(host)).as("destructions are never refused").isEqualTo(3);
    assertThat(new Rule.Peers().amount(host)).isZero();
  }

  private static Sample sample(long nanos, Counts counts) {
    return Samples.of(
        Instant.EPOCH,
        nanos,
        List.of(),
        List.of(),
        Map.of(new Scope(7, 0), counts),
        Map.of(),
        Health.NONE);
  }

  @Test
  void aLimitIsNoNegativeNumberAndPeersHaveNone() {
    assertThat(new Limits(Map.of(QPS, 0L)).of(QPS)).hasValue(0);
    assertThatThrownBy(() -> new Limits(Map.of(QPS, -1L))).hasMessage("QP_COUNT -1");
    assertThatThrownBy(() -> new Limits(Map.of(new Rule.Peers(), 1L))).hasMessage("PEERS 1");
  }

  @Test
  void whatCannotBeEnforcedIsLeftOut() {
    Rule rule = new Rule.Rate(Verb.MR_DEREG);
    Limits limits = new Limits(Map.of(QPS, 5L, rule, 6L));

    assertThat(limits.has(rule)).isTrue();
    assertThat(limits.of(rule)).hasValue(6);
    assertThat(limits.enforceable()).isEqualTo(new Limits(Map.of(QPS, 5L)));
    assertThat(limits.enforceable().has(rule)).isFalse();
    assertThat(limits.enforceable().of(rule)).isEmpty();
  }

  private static Tally tally(String cgroup, Rule rule, LimitOutcome outcome) {
    return new Tally(cgroup, Limits.UNLIMITED, Map.of(rule, outcome));
  }

  private static Enforcement enforcement(Tally... tallies) {
    return new Enforcement(Mode.STRICT, true, true, "", 0, List.of(tallies));
  }

  @Test
  void whatCameOfLimitsSinceIsTheDifferenceOfAllButWhatIsHeld() {
    Enforcement before = enforcement(tally("/a", QPS, new LimitOutcome(7, 1, 2, 3, 4)));
    Enforcement now =
        enforcement(
            tally("/a", QPS, new LimitOutcome(5, 11, 22, 33, 44)),
            tally("/new", QPS, new LimitOutcome(1, 1, 0, 0, 0)));

    assertThat(now.since(before))
        .containsExactly(
            tally("/a", QPS, new LimitOutcome(5, 10, 20, 30, 40)),
            tally("/new", QPS, new LimitOutcome(1, 1, 0, 0, 0)));
    assertThat(new LimitOutcome(1, 2, 3, 4, 5).plus(new LimitOutcome(10, 20, 30, 40, 50)))
        .isEqualTo(new LimitOutcome(11, 22, 33, 44, 55));
  }

  @ParameterizedTest
  @CsvSource({"9, 0, 0, 0, 0, 0", "0, 1, 0, 0, 0, 1", "0, 0, 1, 0, 0, 1", "0, 0, 0, 1, 0, 1"})
  void ofWhatIsOnlyHeldNothingIsTold(
      long held, long refused, long killed, long passed, long over, int told) {
    LimitOutcome outcome = new LimitOutcome(held, refused, killed, passed, over);

    assertThat(enforcement(tally("/a", QPS, outcome)).since(Enforcement.NONE)).hasSize(told);
  }

  @Test
  void aTallyIsThatOfTheHostOrOfATenantWithAllBelowIt() {
    Tally tenant =
        new Tally(
            "/a", Limits.UNLIMITED, Map.of(QPS, LimitOutcome.NOTHING, new Rule.Calls(), held(3)));
    Tally host = tally("", QPS, held(1));

    assertThat(tenant.outcomes()).containsOnlyKeys(new Rule.Calls());
    assertThat(tenant.of(QPS)).isEqualTo(LimitOutcome.NOTHING);
    assertThat(tenant.isHost()).isFalse();
    assertThat(tenant.isOf("/a/b")).isTrue();
    assertThat(tenant.isOf("/ab")).isFalse();
    assertThat(host.isHost()).isTrue();
    assertThat(host.isOf("")).isFalse();
    assertThat(host.isOf("/a")).isFalse();
  }

  private static LimitOutcome held(long number) {
    return new LimitOutcome(number, 0, 0, 0, 0);
  }
}
