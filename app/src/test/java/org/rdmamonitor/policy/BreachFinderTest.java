// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
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
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;

class BreachFinderTest {
  private static final long TENANT_A = 1;
  private static final long TENANT_B = 2;

  @ParameterizedTest
  @CsvSource({"9, false", "10, false", "11, true"})
  void aCountIsExceededByWhatIsStrictlyGreater(long queuePairs, boolean exceeded) {
    Snapshot snapshot = first(tenantA(new Counts.Builder().live(ResourceType.QP, queuePairs)));

    Verdict verdict = new Inspector(thresholds("QP_COUNT", 10)).inspect(snapshot);

    assertThat(verdict.flags(new Rule.Count(ResourceType.QP))).isEqualTo(exceeded);
    assertThat(verdict.breaches())
        .isEqualTo(
            exceeded ? List.of(new Breach(new Rule.Count(ResourceType.QP), 10, 11)) : List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "MR_BYTES, 4096, 4096, MR_REG, QP_CREATE, false",
    "MR_BYTES, 4096, 4097, MR_REG, QP_CREATE, true",
    "CQ_ENTRIES, 256, 256, CQ_CREATE, MR_REG, false",
    "CQ_ENTRIES, 256, 257, CQ_CREATE, MR_REG, true"
  })
  void whatObjectsComeToFlagsTheirCreations(
      Size size, long limit, long amount, Verb creates, Verb other, boolean exceeded) {
    Snapshot snapshot =
        between(
            tenantA(new Counts.Builder()),
            tenantA(new Counts.Builder().size(size, amount).calls(creates, 1, 0)),
            Duration.ofSeconds(1));

    Verdict verdict = new Inspector(thresholds(size.name(), limit)).inspect(snapshot);

    assertThat(verdict.flags(new Rule.Total(size))).isEqualTo(exceeded);
    assertThat(verdict.flags(creates, snapshot.host())).isEqualTo(exceeded);
    assertThat(verdict.flags(other, snapshot.host())).isFalse();
    assertThat(verdict.flags(new Rule.Count(size.type()))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"199, 1000, false", "200, 1000, false", "201, 1000, true", "101, 500, true"})
  void aRateIsThatOfTheIntervalAndExceededByWhatIsStrictlyGreater(
      long calls, long milliseconds, boolean exceeded) {
    Snapshot snapshot =
        between(
            tenantA(new Counts.Builder().calls(Verb.MR_REG, 5000, 0)),
            tenantA(new Counts.Builder().calls(Verb.MR_REG, 5000 + calls, calls)),
            Duration.ofMillis(milliseconds));

    Verdict verdict = new Inspector(thresholds("MR_REG", 200)).inspect(snapshot);

    assertThat(verdict.flags(Verb.MR_REG, snapshot.host())).isEqualTo(exceeded);
    assertThat(verdict.flags(new Rule.Count(ResourceType.MR))).isFalse();
  }

  @Test
  void aLimitOfACgroupIsForAllBelowItAndForNoOther() {
    Map<Scope, Counts> counts =
        Map.of(
            new Scope(TENANT_A, 0), new Counts.Builder().live(ResourceType.QP, 3).build(),
            new Scope(TENANT_B, 0), new Counts.Builder().live(ResourceType.QP, 2).build());
    Settings settings =
        new Settings(
            Limits.UNLIMITED,
            FindingLimits.STANDARD,
            Map.of(
                "/a", thresholds("QP_COUNT", 2),
                "/b", thresholds("QP_COUNT", 2),
                "/a/sub", thresholds("QP_COUNT", 1),
                "/a/su", thresholds("QP_COUNT", 1)));
    Snapshot snapshot = first(counts);

    Verdict verdict = new Inspector(settings, List.of()).inspect(snapshot);

    assertThat(verdict.breaches()).isEmpty();
    assertThat(verdict.cgroupBreaches())
        .containsExactly(
            new CgroupBreach("/a", new Breach(new Rule.Count(ResourceType.QP), 2, 3)),
            new CgroupBreach("/a/sub", new Breach(new Rule.Count(ResourceType.QP), 1, 3)));
    assertThat(verdict.flags(new Rule.Count(ResourceType.QP))).isFalse();
    assertThat(verdict.flags(ResourceType.QP, "/a")).isTrue();
    assertThat(verdict.flags(ResourceType.QP, "/b")).isFalse();
  }

  @Test
  void allCallsOfACgroupThatCanBeRefusedCountTogether() {
    Counts.Builder calls = new Counts.Builder();
    for (Verb verb : Verb.values()) {
      calls.calls(verb, 10, 1);
    }
    Snapshot snapshot =
        between(tenantA(new Counts.Builder()), tenantA(calls), Duration.ofSeconds(1));
    long refusable =
        Arrays.stream(Verb.values()).filter(v -> new Rule.Rate(v).isEnforceable()).count();
    Limits limits = new Limits(Map.of(new Rule.Calls(), 10 * refusable - 1));
    Settings settings =
        new Settings(Limits.UNLIMITED, FindingLimits.STANDARD, Map.of("/a", limits, "/b", limits));

    Verdict verdict = new Inspector(settings, List.of()).inspect(snapshot);

    assertThat(verdict.cgroupBreaches())
        .containsExactly(
            new CgroupBreach(
                "/a", new Breach(new Rule.Calls(), 10 * refusable - 1, 10 * refusable)));
    assertThat(verdict.flags(Verb.MR_REG, snapshot.host(), "/a/sub")).isTrue();
    assertThat(verdict.flags(Verb.MR_DEREG, snapshot.host(), "/a/sub")).isFalse();
    assertThat(verdict.flags(Verb.MR_REG, snapshot.host(), "/b")).isFalse();
  }

  @Test
  void aFirstSnapshotHasNoRatesToExceed() {
    Snapshot snapshot = first(tenantA(new Counts.Builder().calls(Verb.MR_REG, 5000, 0)));

    assertThat(new Inspector(thresholds("MR_REG", 200)).inspect(snapshot))
        .isEqualTo(Verdict.NO_BREACH);
  }

  @Test
  void aRuleWithoutALimitIsNeverExceeded() {
    Snapshot snapshot = first(tenantA(new Counts.Builder().live(ResourceType.QP, 1_000_000)));

    assertThat(new Inspector(Limits.UNLIMITED).inspect(snapshot)).isEqualTo(Verdict.NO_BREACH);
    assertThat(new Inspector(thresholds("CQ_COUNT", 1)).inspect(snapshot))
        .isEqualTo(Verdict.NO_BREACH);
  }

  @Test
  void aLimitOfNoneIsExceededByTheFirst() {
    Limits none = thresholds("QP_COUNT", 0);

    assertThat(new Inspector(none).inspect(first(tenantA(new Counts.Builder()))))
        .isEqualTo(Verdict.NO_BREACH);
    assertThat(
            new Inspector(none)
                .inspect(first(tenantA(new Counts.Builder().live(ResourceType.QP, 1))))
                .breaches())
        .containsExactly(new Breach(new Rule.Count(ResourceType.QP), 0, 1));
  }

  @Test
  void aCountFlagsTheCallsThatCreateAndNoOthers() {
    Counts.Builder before = new Counts.Builder().live(ResourceType.QP, 10);
    Counts.Builder now = new Counts.Builder().live(ResourceType.QP, 11);
    for (Verb verb : Verb.values()) {
      now.calls(verb, 3, 0);
    }
    Snapshot snapshot = between(tenantA(before), tenantA(now), Duration.ofSeconds(1));

    Verdict verdict = new Inspector(thresholds("QP_COUNT", 10)).inspect(snapshot);

    assertThat(Verb.values())
        .filteredOn(verb -> verdict.flags(verb, snapshot.host()))
        .containsExactly(Verb.QP_CREATE);
  }

  @Test
  void aRateMayBeSetOnADestruction() {
    Snapshot snapshot =
        between(
            tenantA(new Counts.Builder()),
            tenantA(new Counts.Builder().calls(Verb.MR_DEREG, 1001, 0)),
            Duration.ofSeconds(1));

    Verdict verdict = new Inspector(thresholds("MR_DEREG", 1000)).inspect(snapshot);

    assertThat(verdict.flags(Verb.MR_DEREG, snapshot.host())).isTrue();
    assertThat(verdict.flags(Verb.MR_REG, snapshot.host())).isFalse();
  }

  @Test
  void onlyCgroupsThatMadeSuchCallsInTheIntervalAreFlagged() {
    Counts before = new Counts.Builder().calls(Verb.QP_CREATE, 9, 0).build();
    Counts more = new Counts.Builder().calls(Verb.QP_CREATE, 20, 0).build();
    Snapshot snapshot =
        between(
            Map.of(new Scope(TENANT_A, 0), before, new Scope(TENANT_B, 0), before),
            Map.of(new Scope(TENANT_A, 0), before, new Scope(TENANT_B, 0), more),
            Duration.ofSeconds(1));

    Verdict verdict = new Inspector(thresholds("QP_CREATE", 10)).inspect(snapshot);

    assertThat(snapshot.cgroups())
        .filteredOn(cgroup -> verdict.flags(Verb.QP_CREATE, cgroup.activity()))
        .extracting(cgroup -> cgroup.cgroup().id())
        .containsExactly(TENANT_B);
  }

  @Test
  void noCallIsFlaggedWhereNoneWasMade() {
    Map<Scope, Counts> still = tenantA(new Counts.Builder().live(ResourceType.QP, 11));
    Snapshot snapshot = between(still, still, Duration.ofSeconds(1));

    Verdict verdict = new Inspector(thresholds("QP_COUNT", 10)).inspect(snapshot);

    assertThat(verdict.flags(new Rule.Count(ResourceType.QP))).isTrue();
    assertThat(verdict.flags(Verb.QP_CREATE, snapshot.host())).isFalse();
  }

  @Test
  void aNegativeLimitIsNone() {
    assertThatThrownBy(() -> thresholds("QP_COUNT", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("QP_COUNT -1");
  }

  private static Limits thresholds(String rule, long limit) {
    return new Limits(Map.of(Rule.named(rule).orElseThrow(), limit));
  }

  private static Map<Scope, Counts> tenantA(Counts.Builder counts) {
    return Map.of(new Scope(TENANT_A, 0), counts.build());
  }

  private static Snapshot first(Map<Scope, Counts> counts) {
    return Snapshot.first(sample(counts, 0));
  }

  private static Snapshot between(
      Map<Scope, Counts> before, Map<Scope, Counts> now, Duration interval) {
    return Snapshot.between(sample(before, 0), sample(now, interval.toNanos()));
  }

  private static Sample sample(Map<Scope, Counts> counts, long nanos) {
    return Samples.of(
        Instant.EPOCH.plusNanos(nanos),
        nanos,
        List.of(),
        List.of(new Cgroup(TENANT_A, "/a/sub"), new Cgroup(TENANT_B, "/b")),
        counts,
        Map.of(),
        Health.NONE);
  }
}
