// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.LimitOutcome;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_quota;
import org.rdmamonitor.nativelib.monitor.Peers;
import org.rdmamonitor.nativelib.monitor.Promises;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.source.kernel.watch.Numbering;

class QuotaKeeperTest extends QuotaKeeperTrial {
  @Test
  void limitsAreThoseOfTheHostAndOfEachTenantThatExists() throws IOException {
    keeper.enforce(
        new Quotas(queuePairs(10), Map.of("/a", queuePairs(4), "/absent", queuePairs(1))));

    assertThat(tenants).containsOnlyKeys(id("a"));
    assertThat(limit(QuotaTable.HOST)).isEqualTo(10);
    assertThat(limit(tenants.get(id("a")))).isEqualTo(4);
    assertThat(rm_quota.tenants(elements)).as("the absent one may come").isEqualTo(2);
    assertThat(rm_quota.limited(elements)).isEqualTo(1 << QP);
    assertThat(rm_quota.rated(elements)).isZero();
  }

  @Test
  void aLimitOfNoneIsZeroForTheProgramsAndIsLookedAt() {
    Map<Rule, Long> none = new HashMap<>();
    Rule.ofTenants().forEach(rule -> none.put(rule, 0L));
    keeper.enforce(new Quotas(new Limits(none), Map.of()));

    for (Rule rule : Rule.ofTenants()) {
      switch (rule) {
        case Rule.Count count -> expectNoObject(Numbering.of(count.type()));
        case Rule.Total total -> expectNoObject(holding(total.size()));
        case Rule.Rate rate -> expectNoCall(Numbering.of(rate.verb()));
        case Rule.Calls _ -> expectNoCall(QuotaTable.ALL_CALLS);
        case Rule.Peers _ -> throw new AssertionError("a number cannot be set on it");
      }
    }
  }

  private void expectNoObject(int type) {
    assertThat(rm_quota.limit(elements, type)).isZero();
    assertThat(rm_quota.limited(elements) & 1 << type).isNotZero();
  }

  private void expectNoCall(int rate) {
    assertThat(rm_quota.rate(elements, rate)).isZero();
    assertThat(rm_quota.rated(elements) & 1 << rate).isNotZero();
  }

  @Test
  void aLimitThatIsNoMoreIsGone() throws IOException {
    keeper.enforce(new Quotas(queuePairs(10), Map.of("/a", queuePairs(4))));
    int quota = tenants.get(id("a"));
    keeper.enforce(Quotas.NONE);

    assertThat(tenants).isEmpty();
    assertThat(rm_quota.limited(elements)).isZero();
    assertThat(limit(QuotaTable.HOST)).isEqualTo(-1);
    assertThat(limit(quota)).isEqualTo(-1);
  }

  @Test
  void aTenantThatIsMadeLaterIsFollowedAndOneThatGoesIsNot() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/b", queuePairs(4))));
    assertThat(tenants).isEmpty();

    Files.createDirectory(root.resolve("b"));
    keeper.follow();
    assertThat(tenants).containsOnlyKeys(id("b"));

    Files.delete(root.resolve("b"));
    keeper.follow();
    assertThat(tenants).isEmpty();
  }

  /** As the kernel does it when a cgroup is made at a path that is expected. */
  private void make(String name) throws IOException {
    Files.createDirectory(root.resolve(name));
    tenants.put(id(name), expected.get("/" + name));
  }

  @Test
  void aTenantThatIsMadeLaterIsNeverWithoutItsLimit() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/b", queuePairs(4))));
    assertThat(expected).containsOnlyKeys("/b");
    assertThat(limitsSeen).as("its limit is there first").containsExactly(4);

    make("b");
    objects.limitsWhenShared.clear();
    live("b", 3);
    keeper.follow();
    assertThat(objects.limitsWhenShared).containsExactly(4);
    assertThat(held("b")).isEqualTo(3);

    Files.delete(root.resolve("b"));
    keeper.follow();
    make("b");
    keeper.follow();
    assertThat(objects.limitsWhenShared).containsOnly(4);
  }

  /** Seen in the lab at the 451st of 1,000 cgroups that came and went: it had no limit at all. */
  @Test
  void aTenantThatGoesWhileItIsLookedAtDoesNotTakeTheLimitOfTheNextOne() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/b", queuePairs(4))));
    make("b");
    limitsSeen.clear();
    objects.limitsWhenShared.clear();
    beforeLookup =
        () -> {
          beforeLookup = () -> {};
          replace("b");
        };
    keeper.follow();
    keeper.follow();

    assertThat(limitsSeen).doesNotContain(-1);
    assertThat(objects.limitsWhenShared).containsOnly(4);
    assertThat(tenants).containsOnlyKeys(id("b"));
  }

  /** One goes, and another comes at its path, as the kernel does it; it has another number. */
  private void replace(String name) {
    try {
      Path next = Files.createDirectory(root.resolve("next"));
      tenants.remove(id(name));
      Files.delete(root.resolve(name));
      Files.move(next, root.resolve(name));
      tenants.put(id(name), expected.get("/" + name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aTenantThatIsGivenUpAsItIsMadeIsNone() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/b", queuePairs(4))));
    make("b");
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/c", queuePairs(4))));

    assertThat(expected).containsOnlyKeys("/c");
    assertThat(tenants).isEmpty();
  }

  private static Map<String, Limits> tenantsOf(int... numbers) {
    Map<String, Limits> quotas = new HashMap<>();
    for (int number : numbers) {
      quotas.put("/" + number, queuePairs(number));
    }
    return quotas;
  }

  @Test
  void aQuotaThatATenantGivesUpIsAnothersWhenNobodyCountsForItAnyMore() throws IOException {
    for (int number = 1; number <= 9; number++) {
      Files.createDirectory(root.resolve(Integer.toString(number)));
    }
    keeper.enforce(new Quotas(Limits.UNLIMITED, tenantsOf(1, 2, 3)));
    live("1", 5);
    assertThat(held("1")).isEqualTo(5);
    int given = tenants.get(id("1"));

    keeper.enforce(new Quotas(Limits.UNLIMITED, tenantsOf(2, 3, 4)));
    assertThat(tenants).containsOnlyKeys(id("2"), id("3"));
    keeper.follow();
    assertThat(tenants).as("its quota rests").doesNotContainKey(id("4"));

    nanos += Duration.ofSeconds(3).toNanos();
    promises.add(new Promises.Promise(1, 0, QP, 0, List.of(QuotaTable.HOST, given)));
    keeper.follow();
    assertThat(tenants).as("somebody is promised by it").doesNotContainKey(id("4"));

    promises.clear();
    keeper.follow();
    assertThat(tenants).containsOnlyKeys(id("2"), id("3"), id("4"));
    assertThat(limit(tenants.get(id("4")))).isEqualTo(4);
    assertThat(held("4")).isZero();
  }

  @Test
  void whatIsLimitedAllTheTimeIsNeverWithoutItsLimit() throws IOException {
    keeper.enforce(new Quotas(queuePairs(9), Map.of("/a", queuePairs(4), "/b", queuePairs(1))));
    int quota = tenants.get(id("a"));
    limitsSeen.clear();
    keeper.enforce(new Quotas(queuePairs(9), Map.of("/a", queuePairs(4), "/c", queuePairs(1))));

    assertThat(tenants).containsEntry(id("a"), quota);
    assertThat(tenantChanges).as("it was never taken out").containsExactly("put " + quota);
    assertThat(limitsSeen).doesNotContain(-1);
  }

  @Test
  void theMiddleOneOfThreeMayBeAnother() throws IOException {
    Files.createDirectories(root.resolve("a/b/c"));
    Limits one = queuePairs(9);
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", one, "/a/b", one, "/a/b/c", one)));
    live("a/b/c", 2);
    assertThat(List.of(held("a"), held("a/b"), held("a/b/c"))).containsExactly(2L, 2L, 2L);

    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", one, "/a/b/c", one)));
    assertThat(List.of(held("a"), held("a/b/c"))).containsExactly(2L, 2L);

    nanos += Duration.ofSeconds(3).toNanos();
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", one, "/a/b", one, "/a/b/c", one)));
    assertThat(List.of(held("a"), held("a/b"), held("a/b/c"))).containsExactly(2L, 2L, 2L);
    reconcile(9);
    assertThat(List.of(held("a"), held("a/b"), held("a/b/c"))).containsExactly(2L, 2L, 2L);
  }

  @Test
  void anObjectCountsForEveryTenantAboveIt() throws IOException {
    keeper.enforce(
        new Quotas(
            Limits.UNLIMITED,
            Map.of("/a", queuePairs(4), "/a/sub", queuePairs(2), "/a/su", queuePairs(2))));

    assertThat(keeper.sharesOf(id("a/sub")).orElseThrow())
        .containsExactly(tenants.get(id("a")), tenants.get(id("a/sub")));
    assertThat(keeper.sharesOf(id("a")).orElseThrow()).containsExactly(tenants.get(id("a")));
    assertThat(keeper.sharesOf(Cgroup.KERNEL_ID).orElseThrow()).isEmpty();
    assertThat(keeper.sharesOf(Cgroup.OVERFLOW_ID)).as("not known").isEmpty();
    assertThat(keeper.sharesOf(1)).as("not known").isEmpty();
  }

  @Test
  void whatWasThereBeforeIsHeldByTheTenantAtOnce() throws IOException {
    live("a/sub", 2);
    live("a", 1);
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4))));

    assertThat(table.held(QuotaTable.HOST, QP)).isEqualTo(3);
    assertThat(held("a")).isEqualTo(3);
  }

  @Test
  void aLimitHoldsOnlyFromWhenItsTenantHoldsWhatThereIs() throws IOException {
    live("a", 3);
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4))));

    assertThat(objects.limitsWhenShared).containsExactly(-1);
    assertThat(limit(1)).isEqualTo(4);
    assertThat(held("a")).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void aLimitOfASizeHoldsOnlyFromWhenItIsCounted(Size size) {
    keeper.enforce(new Quotas(new Limits(Map.of(new Rule.Total(size), 1L << 20)), Map.of()));

    assertThat(objects.limitsWhenShared).as("shared before the limit, and after").hasSize(2);
  }

  private static Limits talkingTo(String peers) {
    return new Limits(Map.of(), Optional.of(PeerPolicy.parse(peers)));
  }

  /** The lists that are in the table, by the numbers of their policies. */
  private Set<Integer> lists() {
    return peers.prefixes.keySet().stream().map(Peers.Prefix::policy).collect(Collectors.toSet());
  }

  @Test
  void equalPoliciesAreOneListAndProgramsLookOnlyIfThereIsAny() throws IOException {
    keeper.enforce(
        new Quotas(
            Limits.UNLIMITED,
            Map.of("/a", talkingTo("10.1.0.0/16"), "/a/sub", talkingTo("10.1.0.0/16"))));

    int quota = tenants.get(id("a"));
    assertThat(lists()).hasSize(1);
    assertThat(peersOf(quota)).isEqualTo(lists().iterator().next());
    assertThat(peersOf(tenants.get(id("a/sub")))).isEqualTo(peersOf(quota));
    assertThat(peersOf(QuotaTable.HOST)).isZero();
    assertThat(isAnyLimited()).isTrue();
    assertThat(rm_quota.limited(element(quota))).isEqualTo(RdmaMonitorAbi.RM_PEERS_LIMITED());

    keeper.enforce(Quotas.NONE);
    assertThat(peersOf(quota)).isZero();
    assertThat(rm_quota.limited(element(quota))).isZero();
    assertThat(isAnyLimited()).isFalse();
  }

  @Test
  void anotherPolicyIsAnotherListAndTheOldOneStaysForThoseWhoHaveReadItsNumber()
      throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", talkingTo("10.1.0.0/16"))));
    int quota = tenants.get(id("a"));
    int first = peersOf(quota);

    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", talkingTo("10.2.0.0/16"))));
    int second = peersOf(quota);
    assertThat(second).isNotEqualTo(first);
    assertThat(lists()).containsExactlyInAnyOrder(first, second);

    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", talkingTo("10.2.0.0/16"))));
    assertThat(lists()).containsExactly(second);
  }

  @Test
  void aCgroupThatGetsLimitsHasItsPolicyBeforeItsNumbersAreCounted() {
    objects.peersWhenShared.clear();
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", talkingTo("none"))));

    assertThat(objects.peersWhenShared).isNotEmpty().doesNotContain(0);
  }

  private boolean isAnyLimited() {
    return (rm_quota.sized(elements) & RdmaMonitorAbi.RM_PEERS_LIMITED()) != 0;
  }

  @Test
  void talliesAreOfTheHostAndOfTenantsByPath() {
    Limits limited = new Limits(Map.of(new Rule.Rate(Verb.MR_REG), 100L, new Rule.Calls(), 1000L));
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/b", queuePairs(2), "/a", limited)));
    table.addHeld(QuotaTable.HOST, QP, 3);
    rm_quota.refused(elements, QP, 7);

    List<Tally> tallies = keeper.tallies();

    assertThat(tallies).extracting(Tally::cgroup).containsExactly("", "/a", "/b");
    assertThat(tallies.getFirst().outcomes())
        .containsExactly(
            Map.entry(new Rule.Count(ResourceType.QP), new LimitOutcome(3, 7, 0, 0, 0)));
    assertThat(tallies.get(1).limits()).isEqualTo(limited);
  }
}
