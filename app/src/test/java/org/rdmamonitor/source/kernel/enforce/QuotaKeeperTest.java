// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.model.Cgroup;
import org.rdmamonitor.model.Counts;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.LimitOutcome;
import org.rdmamonitor.model.Limits;
import org.rdmamonitor.model.Quotas;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Rule;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Size;
import org.rdmamonitor.model.Verb;
import org.rdmamonitor.nativelib.generated.rm_quota;
import org.rdmamonitor.nativelib.monitor.HeldObjects;
import org.rdmamonitor.nativelib.monitor.PromiseTable;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.nativelib.monitor.TenantTable;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.watch.Numbering;

class QuotaKeeperTest {
  private static final int QP = Numbering.of(ResourceType.QP);
  private static final int CAPACITY = 4;

  @TempDir Path root;

  private final MemorySegment elements =
      Arena.ofAuto().allocate(rm_quota.sizeof() * CAPACITY, Long.BYTES);
  private final QuotaTable table = new QuotaTable(elements, CAPACITY, () -> {});
  private final Map<Long, Integer> tenants = new HashMap<>();
  private final List<PromiseTable.Promise> promises = new ArrayList<>();
  private final Map<Scope, Counts> counts = new HashMap<>();
  private final FakeObjects objects = new FakeObjects();
  private long nanos;
  private QuotaKeeper keeper;

  @BeforeEach
  void makeCgroups() throws IOException {
    Files.createDirectories(root.resolve("a/sub"));
    keeper =
        new QuotaKeeper(
            table,
            new FakeTenants(),
            new FakePromises(),
            objects,
            new CgroupNames(Optional.of(root)),
            Optional.empty(),
            true,
            () -> nanos);
  }

  /** An object with the quotas that hold it beside the host's. */
  private static final class Live {
    final long cgroup;
    final int type;
    final long size;
    final boolean isListed;
    int[] shares = {};

    Live(long cgroup, int type, long size, boolean isListed) {
      this.cgroup = cgroup;
      this.type = type;
      this.size = size;
      this.isListed = isListed;
    }
  }

  /** Objects as the programs have them: what is held of each is right whatever happens. */
  private final class FakeObjects implements HeldObjects {
    final List<Live> live = new ArrayList<>();
    final List<Integer> limitsWhenShared = new ArrayList<>();
    int looks;

    @Override
    public Set<Long> shareAnew() {
      limitsWhenShared.add(limit(1));
      Set<Long> nameless = new HashSet<>();
      for (Live object : live) {
        Optional<int[]> shares = keeper.sharesOf(object.cgroup);
        if (shares.isEmpty()) {
          nameless.add(object.cgroup);
          continue;
        }
        hold(object, object.shares, -1);
        object.shares = shares.get();
        hold(object, object.shares, 1);
      }
      return nameless;
    }

    private void hold(Live object, int[] quotas, int times) {
      for (int quota : quotas) {
        table.addHeld(quota, object.type, times);
        if (object.size != 0) {
          table.addHeld(quota, QuotaTable.sizeHolding(object.type), times * object.size);
        }
      }
    }

    void add(Live object) {
      live.add(object);
      object.shares = keeper.sharesOf(object.cgroup).orElse(new int[0]);
      hold(object, new int[] {QuotaTable.HOST}, 1);
      hold(object, object.shares, 1);
    }

    @Override
    public Totals totals() {
      looks++;
      Totals totals = new Totals();
      for (Live object : live) {
        int[] quotas =
            IntStream.concat(IntStream.of(QuotaTable.HOST), Arrays.stream(object.shares)).toArray();
        totals.add(object.type, object.size, object.isListed, quotas);
      }
      return totals;
    }
  }

  /** What happened to the table of tenants, and the limit of the first one at each such moment. */
  private final List<String> tenantChanges = new ArrayList<>();

  private final List<Integer> limitsSeen = new ArrayList<>();

  /** What a cgroup at a path would be. */
  private final Map<String, Integer> expected = new HashMap<>();

  private final class FakeTenants implements TenantTable {
    @Override
    public boolean has(long cgroup, int index) {
      return tenants.getOrDefault(cgroup, -1) == index;
    }

    @Override
    public void expect(String path, int index) {
      expected.put(path, index);
      limitsSeen.add(limit(index));
    }

    @Override
    public void forget(String path) {
      expected.remove(path);
    }

    @Override
    public void put(long cgroup, int index) {
      tenants.put(cgroup, index);
      tenantChanges.add("put " + index);
      limitsSeen.add(limit(1));
    }

    @Override
    public void remove(long cgroup) {
      tenantChanges.add("remove " + tenants.remove(cgroup));
      limitsSeen.add(limit(1));
    }
  }

  private final class FakePromises implements PromiseTable {
    @Override
    public List<Promise> list() {
      return List.copyOf(promises);
    }

    @Override
    public boolean end(Promise promise) {
      return promises.remove(promise);
    }
  }

  private long id(String path) throws IOException {
    return (Long) Files.getAttribute(root.resolve(path), "unix:ino");
  }

  private static Limits queuePairs(long most) {
    return new Limits(Map.of(new Rule.Count(ResourceType.QP), most));
  }

  /** Queue pairs of a cgroup, which are counted and held. */
  private void live(String path, long queuePairs) throws IOException {
    live(id(path), queuePairs);
  }

  private void live(long cgroup, long queuePairs) {
    counts.put(
        new Scope(cgroup, 0), new Counts.Builder().live(ResourceType.QP, queuePairs).build());
    for (long i = 0; i < queuePairs; i++) {
      objects.add(new Live(cgroup, QP, 0, true));
    }
  }

  private long held(String path) throws IOException {
    return table.held(tenants.get(id(path)), QP);
  }

  private void reconcile(int times) {
    for (int i = 0; i < times; i++) {
      keeper.reconcile(() -> Map.copyOf(counts), true);
    }
  }

  private int limit(int quota) {
    return rm_quota.limit(elements.asSlice(quota * rm_quota.sizeof()), QP);
  }

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
    promises.add(new PromiseTable.Promise(1, 0, QP, 0, List.of(QuotaTable.HOST, given)));
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

  @Test
  void whatFoundNoRoomInTheTablesGoesOnToBeHeld() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(10))));
    live("a", 4);
    table.addHeld(tenants.get(id("a")), QP, 3);
    for (int i = 0; i < 9; i++) {
      keeper.reconcile(() -> Map.copyOf(counts), false);
    }
    assertThat(held("a")).isEqualTo(7);

    reconcile(3);
    assertThat(held("a")).isEqualTo(4);
  }

  @Test
  void aDifferenceIsMendedWhenItIsTheSameAtThreeReadings() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4))));
    live("a", 2);
    table.addHeld(tenants.get(id("a")), QP, -1);

    reconcile(2);
    assertThat(held("a")).isEqualTo(1);
    reconcile(1);
    assertThat(held("a")).isEqualTo(2);
  }

  @Test
  void whatIsRightIsNotLookedAtObjectByObject() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4))));
    live("a", 2);
    reconcile(9);

    assertThat(objects.looks).isZero();
  }

  @Test
  void aDifferenceThatChangesIsNotMended() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4))));
    live("a", 2);
    for (int i = 1; i <= 9; i++) {
      table.addHeld(QuotaTable.HOST, QP, 1);
      reconcile(1);
    }

    assertThat(table.held(QuotaTable.HOST, QP)).isEqualTo(11);
  }

  @Test
  void anObjectOfACgroupWithoutANameDoesNotKeepOthersFromBeingMended() throws IOException {
    keeper.enforce(new Quotas(queuePairs(9), Map.of("/a", queuePairs(4))));
    live(1, 1);
    live("a", 2);
    table.addHeld(QuotaTable.HOST, QP, 3);
    table.addHeld(tenants.get(id("a")), QP, 3);
    reconcile(30);

    assertThat(table.held(QuotaTable.HOST, QP)).isEqualTo(3);
    assertThat(held("a")).isEqualTo(2);
  }

  @Test
  void whatIsCountedElsewhereStaysATenants() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(10))));
    live("a", 10);
    // There is no row for it: it counts under [other].
    counts.clear();
    counts.put(
        new Scope(Cgroup.OVERFLOW_ID, 0), new Counts.Builder().live(ResourceType.QP, 10).build());
    reconcile(60);

    assertThat(held("a")).isEqualTo(10);
  }

  @Test
  void nothingIsTakenFromATenantWhereNotAllObjectsAreKnown() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(10))));
    live("a", 10);
    // There is no room for three of them.
    objects.live.subList(0, 3).clear();
    reconcile(60);

    assertThat(held("a")).isEqualTo(10);
  }

  @Test
  void whatTheKernelsListDoesNotHaveIsHeld() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(10))));
    live("a", 2);
    objects.add(new Live(id("a"), QP, 0, false));
    for (int quota : new int[] {QuotaTable.HOST, tenants.get(id("a"))}) {
      rm_quota.unlisted(elements.asSlice(quota * rm_quota.sizeof()), QP, 1);
    }
    reconcile(9);

    assertThat(objects.looks).isZero();
    assertThat(held("a")).isEqualTo(3);
  }

  private static PromiseTable.Promise promise(int thread, long since) {
    return new PromiseTable.Promise(thread, since, QP, 0, List.of(QuotaTable.HOST));
  }

  @Test
  void whatIsPromisedIsHeldAndNotLive() throws IOException {
    keeper.enforce(new Quotas(queuePairs(9), Map.of()));
    live("a", 2);
    promises.add(promise(1, System.nanoTime()));
    table.addHeld(QuotaTable.HOST, QP, 1);
    reconcile(9);
    assertThat(table.held(QuotaTable.HOST, QP)).isEqualTo(3);

    promises.clear();
    reconcile(9);
    assertThat(table.held(QuotaTable.HOST, QP)).isEqualTo(2);
  }

  /** Of what the kernel's programs count one: how many bytes or entries. */
  private static long unit(Size size) {
    return size == Size.MR_BYTES ? 4096 : 1;
  }

  private static int holding(Size size) {
    return QuotaTable.sizeHolding(Numbering.of(size.type()));
  }

  @ParameterizedTest
  @EnumSource
  void aSizeIsLimitedInUnitsOfTheProgramsAndMended(Size size) throws IOException {
    keeper.enforce(
        new Quotas(new Limits(Map.of(new Rule.Total(size), 256 * unit(size))), Map.of()));
    assertThat(rm_quota.limit(elements, holding(size))).isEqualTo(256);
    assertThat(rm_quota.sized(elements)).isEqualTo(1 << holding(size));

    objects.add(new Live(id("a"), Numbering.of(size.type()), 5, true));
    counts.put(
        new Scope(id("a"), 0),
        new Counts.Builder().live(size.type(), 1).size(size, 5 * unit(size)).build());
    table.addHeld(QuotaTable.HOST, holding(size), 2);
    reconcile(63);

    assertThat(table.held(QuotaTable.HOST, holding(size))).isEqualTo(5);
    assertThat(keeper.tallies().getFirst().of(new Rule.Total(size)).held())
        .isEqualTo(5 * unit(size));
  }

  @Test
  void onlyOldPromisesOfThreadsThatAreNoMoreEnd() {
    long now = System.nanoTime();
    long old = now - Duration.ofSeconds(10).toNanos();
    int own = Math.toIntExact(ProcessHandle.current().pid());
    int none = 1 << 22; // PID_MAX_LIMIT
    promises.add(promise(none, old));
    promises.add(promise(none, now));
    promises.add(promise(own, old));
    keeper.enforce(new Quotas(queuePairs(9), Map.of()));

    keeper.reconcile(() -> Map.copyOf(counts), true);

    assertThat(promises).containsExactly(promise(none, now), promise(own, old));
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

  @Test
  void whatWasPromisedBeforeItsCgroupBecameATenantCountsForItInTheEnd() throws IOException {
    keeper.enforce(new Quotas(queuePairs(10), Map.of("/a", queuePairs(4))));
    int shared = objects.limitsWhenShared.size();
    PromiseTable.Promise earlier =
        new PromiseTable.Promise(Integer.MAX_VALUE, System.nanoTime(), QP, 0, List.of(0));
    promises.add(earlier);
    reconcile(2);
    assertThat(objects.limitsWhenShared).as("it may be made still").hasSize(shared);

    // The program gave it the shares of the promise: none.
    live("a", 1);
    Live made = objects.live.getLast();
    objects.hold(made, made.shares, -1);
    made.shares = new int[0];
    promises.remove(earlier);
    promises.add(new PromiseTable.Promise(Integer.MAX_VALUE, System.nanoTime(), QP, 0, List.of(0)));
    assertThat(held("a")).isZero();
    reconcile(1);

    assertThat(held("a")).isEqualTo(1);
    assertThat(objects.limitsWhenShared).hasSize(shared + 1);
    reconcile(3);
    assertThat(objects.limitsWhenShared).as("once").hasSize(shared + 1);
  }
}
