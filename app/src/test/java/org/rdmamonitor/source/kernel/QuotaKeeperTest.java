// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.Cgroup;
import org.rdmamonitor.model.Counts;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.Quota;
import org.rdmamonitor.model.Quotas;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Verb;
import org.rdmamonitor.nativelib.PromiseTable;
import org.rdmamonitor.nativelib.QuotaTable;
import org.rdmamonitor.nativelib.TenantTable;
import org.rdmamonitor.nativelib.generated.rm_quota;

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
  private QuotaKeeper keeper;

  @BeforeEach
  void makeCgroups() throws IOException {
    Files.createDirectories(root.resolve("a/sub"));
    keeper =
        new QuotaKeeper(
            table,
            new FakeTenants(),
            new FakePromises(),
            new CgroupNames(Optional.of(root)),
            Optional.empty());
  }

  private final class FakeTenants implements TenantTable {
    @Override
    public void put(long cgroup, int index) {
      tenants.put(cgroup, index);
    }

    @Override
    public void remove(long cgroup) {
      tenants.remove(cgroup);
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

  private static Quota queuePairs(long most) {
    return new Quota(Map.of(ResourceType.QP, most), Map.of(), OptionalLong.empty());
  }

  private void live(String path, long queuePairs) throws IOException {
    counts.put(
        new Scope(id(path), 0), new Counts.Builder().live(ResourceType.QP, queuePairs).build());
  }

  private int limit(int place) {
    return rm_quota.limit(elements.asSlice(place * rm_quota.sizeof()), QP);
  }

  @Test
  void limitsAreThoseOfTheHostAndOfEachTenantThatExists() throws IOException {
    keeper.enforce(
        new Quotas(queuePairs(10), Map.of("/a", queuePairs(4), "/absent", queuePairs(1))));

    assertThat(tenants).containsOnlyKeys(id("a"));
    assertThat(limit(QuotaTable.HOST)).isEqualTo(10);
    assertThat(limit(tenants.get(id("a")))).isEqualTo(4);
    assertThat(rm_quota.tenants(elements)).isEqualTo(1);
    assertThat(rm_quota.limited(elements)).isEqualTo(1 << QP);
    assertThat(rm_quota.rated(elements)).isZero();
    assertThat(keeper.leftOut()).isZero();
  }

  @Test
  void aLimitThatIsNoMoreIsNone() throws IOException {
    keeper.enforce(new Quotas(queuePairs(10), Map.of("/a", queuePairs(4))));
    int place = tenants.get(id("a"));
    keeper.enforce(Quotas.NONE);

    assertThat(tenants).isEmpty();
    assertThat(rm_quota.limited(elements)).isZero();
    assertThat(limit(QuotaTable.HOST)).isEqualTo(-1);
    assertThat(limit(place)).isEqualTo(-1);
  }

  @Test
  void aTenantThatIsMadeLaterIsFollowedAndOneThatGoesIsNot() throws IOException {
    keeper.enforce(new Quotas(Quota.NONE, Map.of("/b", queuePairs(4))));
    assertThat(tenants).isEmpty();

    Files.createDirectory(root.resolve("b"));
    keeper.follow();
    assertThat(tenants).containsOnlyKeys(id("b"));

    Files.delete(root.resolve("b"));
    keeper.follow();
    assertThat(tenants).isEmpty();
  }

  @Test
  void moreTenantsThanThereIsRoomForAreLeftOut() {
    keeper.enforce(
        new Quotas(
            Quota.NONE,
            Map.of(
                "/1",
                queuePairs(1),
                "/2",
                queuePairs(1),
                "/3",
                queuePairs(1),
                "/4",
                queuePairs(1))));

    assertThat(keeper.leftOut()).isEqualTo(1);
  }

  @Test
  void anObjectCountsForEveryTenantAboveIt() throws IOException {
    keeper.enforce(
        new Quotas(
            Quota.NONE,
            Map.of("/a", queuePairs(4), "/a/sub", queuePairs(2), "/a/su", queuePairs(2))));

    assertThat(keeper.sharesOf(id("a/sub")))
        .containsExactly(tenants.get(id("a")), tenants.get(id("a/sub")));
    assertThat(keeper.sharesOf(id("a"))).containsExactly(tenants.get(id("a")));
    assertThat(keeper.sharesOf(Cgroup.KERNEL_ID)).isEmpty();
  }

  @Test
  void whatWasThereBeforeIsTakenInAtOnce() throws IOException {
    keeper.enforce(new Quotas(Quota.NONE, Map.of("/a", queuePairs(4))));
    live("a/sub", 2);
    live("a", 1);
    keeper.takeIn(() -> Map.copyOf(counts));

    assertThat(table.held(QuotaTable.HOST, QP)).isEqualTo(3);
    assertThat(table.held(tenants.get(id("a")), QP)).isEqualTo(3);
  }

  @Test
  void aDifferenceIsMendedWhenItIsTheSameAtThreeReadings() throws IOException {
    keeper.enforce(new Quotas(Quota.NONE, Map.of("/a", queuePairs(4))));
    live("a", 2);
    int place = tenants.get(id("a"));

    keeper.reconcile(() -> Map.copyOf(counts));
    keeper.reconcile(() -> Map.copyOf(counts));
    assertThat(table.held(place, QP)).isZero();
    keeper.reconcile(() -> Map.copyOf(counts));
    assertThat(table.held(place, QP)).isEqualTo(2);
  }

  @Test
  void aDifferenceThatChangesIsNotMended() throws IOException {
    keeper.enforce(new Quotas(Quota.NONE, Map.of("/a", queuePairs(4))));
    for (int objects = 1; objects <= 9; objects++) {
      live("a", objects);
      keeper.reconcile(() -> Map.copyOf(counts));
    }

    assertThat(table.held(QuotaTable.HOST, QP)).isZero();
  }

  @Test
  void nothingIsMendedWhereTheOwnerOfAnObjectIsNotKnown() throws IOException {
    keeper.enforce(new Quotas(queuePairs(9), Map.of()));
    counts.put(new Scope(1, 0), new Counts.Builder().live(ResourceType.QP, 5).build());
    keeper.takeIn(() -> Map.copyOf(counts));

    assertThat(table.held(QuotaTable.HOST, QP)).isZero();
  }

  private static PromiseTable.Promise promise(int thread, long since) {
    return new PromiseTable.Promise(thread, since, QP, 0, List.of(QuotaTable.HOST));
  }

  @Test
  void whatIsPromisedIsHeldAndNotLive() throws IOException {
    keeper.enforce(new Quotas(queuePairs(9), Map.of()));
    live("a", 2);
    promises.add(promise(1, System.nanoTime()));
    table.addHeld(QuotaTable.HOST, QP, 3);
    keeper.takeIn(() -> Map.copyOf(counts));
    assertThat(table.held(QuotaTable.HOST, QP)).isEqualTo(3);

    promises.clear();
    keeper.takeIn(() -> Map.copyOf(counts));
    assertThat(table.held(QuotaTable.HOST, QP)).isEqualTo(2);
  }

  private static long pages(long bytes) {
    return bytes / QuotaTable.PAGE;
  }

  private void regions(long count, long bytes) throws IOException {
    counts.put(
        new Scope(id("a"), 0),
        new Counts.Builder().live(ResourceType.MR, count).mrBytes(bytes).build());
  }

  @Test
  void bytesAreHeldInPagesOfWhichAFewMoreThanTheSumAreRight() throws IOException {
    regions(3, 10000);
    keeper.enforce(new Quotas(queuePairs(9), Map.of()));
    keeper.takeIn(() -> Map.copyOf(counts));
    assertThat(table.held(QuotaTable.HOST, QuotaTable.PAGES)).as("nobody limits them").isZero();

    keeper.enforce(
        new Quotas(
            new Quota(Map.of(), Map.of(), OptionalLong.empty(), OptionalLong.of(1 << 20)),
            Map.of()));
    assertThat(rm_quota.limit(elements, QuotaTable.PAGES)).isEqualTo(256);
    assertThat(rm_quota.sized(elements)).isEqualTo(1);

    keeper.takeIn(() -> Map.copyOf(counts));
    assertThat(table.held(QuotaTable.HOST, QuotaTable.PAGES)).isEqualTo(3);

    // Two of 4097 bytes and one of 1806 are five pages.
    table.addHeld(QuotaTable.HOST, QuotaTable.PAGES, 2);
    keeper.takeIn(() -> Map.copyOf(counts));
    assertThat(table.held(QuotaTable.HOST, QuotaTable.PAGES)).isEqualTo(5);

    table.addHeld(QuotaTable.HOST, QuotaTable.PAGES, pages(1 << 20));
    keeper.takeIn(() -> Map.copyOf(counts));
    assertThat(table.held(QuotaTable.HOST, QuotaTable.PAGES)).isEqualTo(5);

    regions(0, 0);
    keeper.takeIn(() -> Map.copyOf(counts));
    assertThat(table.held(QuotaTable.HOST, QuotaTable.PAGES)).isZero();
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

    keeper.reconcile(() -> Map.copyOf(counts));

    assertThat(promises).containsExactly(promise(none, now), promise(own, old));
  }

  @Test
  void talliesAreOfTheHostAndOfTenantsByPath() {
    Quota limited = new Quota(Map.of(), Map.of(Verb.MR_REG, 100L), OptionalLong.of(1000));
    keeper.enforce(new Quotas(Quota.NONE, Map.of("/b", queuePairs(2), "/a", limited)));
    table.addHeld(QuotaTable.HOST, QP, 3);
    rm_quota.refused(elements, QP, 7);

    List<Tally> tallies = keeper.tallies();

    assertThat(tallies).extracting(Tally::cgroup).containsExactly("", "/a", "/b");
    assertThat(tallies.getFirst().held()).containsExactly(Map.entry(ResourceType.QP, 3L));
    assertThat(tallies.getFirst().refused()).containsExactly(Map.entry(ResourceType.QP, 7L));
    assertThat(tallies.get(1).quota()).isEqualTo(limited);
  }
}
