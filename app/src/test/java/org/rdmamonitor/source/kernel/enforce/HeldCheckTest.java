// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.nativelib.generated.rm_quota;
import org.rdmamonitor.nativelib.monitor.Promises;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.source.kernel.watch.Numbering;

/** That quotas hold what there is and what is promised, and are mended where they do not. */
class HeldCheckTest extends QuotaKeeperTrial {
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

  /**
   * While four are held there are four, and while there are three, three are held: but who reads
   * one after the other may find three for which four are held, as often as he looks.
   */
  @Test
  void whoMakesAndDestroysWithoutEndHasNothingTakenFromWhatIsHeld() throws IOException {
    keeper.enforce(new Quotas(queuePairs(9), Map.of("/a", queuePairs(4))));
    live("a", 4);
    counts.put(new Scope(id("a"), 0), new Counts.Builder().live(ResourceType.QP, 3).build());
    Live last = objects.live.getLast();
    objects.before = () -> change(last, () -> objects.live.remove(last), -1);
    objects.after = () -> change(last, () -> objects.live.add(last), 1);
    reconcile(30);

    assertThat(objects.looks).isGreaterThan(30);
    assertThat(held("a")).isEqualTo(4);
    assertThat(table.held(QuotaTable.HOST, QP)).isEqualTo(4);
  }

  /** As programs do it whose probes have not seen a queue pair being made. */
  private void makeUnseen(String path) throws IOException {
    for (int quota : List.of(QuotaTable.HOST, tenants.get(id(path)))) {
      table.addHeld(quota, QP, 1);
      addTo(quota, rm_quota.unseen$offset() + (long) QP * Long.BYTES);
    }
  }

  @Test
  void whatNobodyHasSeenBeingMadeIsHeldUntilItWasLookedFor() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4))));
    live("a", 2);
    makeUnseen("a");
    reconcile(9);
    assertThat(held("a")).as("as nobody looks").isEqualTo(3);
    keeper.findUnseen(() -> false);
    assertThat(held("a")).as("as it is not the time to look").isEqualTo(3);

    int a = tenants.get(id("a"));
    keeper.findUnseen(() -> {
      table.addHeld(a, QP, 1);
      return true;
    });

    assertThat(held("a")).as("as it was found, and is held by itself").isEqualTo(3);
    assertThat(table.unseen(QuotaTable.HOST, QP)).isZero();
    keeper.findUnseen(() -> {
      throw new AssertionError("there is nothing to look for");
    });
  }

  @Test
  void whatComesWhileItIsLookedForIsLookedForLater() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4))));
    live("a", 2);
    int a = tenants.get(id("a"));
    makeUnseen("a");

    keeper.findUnseen(() -> {
      table.addHeld(a, QP, 1);
      addTo(a, rm_quota.unseen$offset() + (long) QP * Long.BYTES);
      return true;
    });

    assertThat(held("a")).isEqualTo(3);
    assertThat(table.unseen(a, QP)).isEqualTo(1);
  }

  /** A program is in the middle of it, and may be for long where the kernel preempts itself. */
  @Test
  void whatIsUnderWayIsNotJudged() throws IOException {
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4))));
    live("a", 2);
    int a = tenants.get(id("a"));
    table.addHeld(a, QP, 1);
    addTo(a, rm_quota.begun$offset());
    reconcile(9);
    assertThat(held("a")).isEqualTo(3);

    addTo(a, rm_quota.finished$offset());
    reconcile(3);
    assertThat(held("a")).isEqualTo(2);
  }

  @Test
  void whatChangesWithinATenantChangesAllAroundItAndNothingElse() throws IOException {
    Files.createDirectory(root.resolve("asub"));
    keeper.enforce(
        new Quotas(
            Limits.UNLIMITED,
            Map.of("/a", queuePairs(4), "/a/sub", queuePairs(4), "/asub", queuePairs(4))));
    for (String path : List.of("a", "a/sub", "asub")) {
      live(path, 1);
      table.addHeld(tenants.get(id(path)), QP, 1);
    }
    addTo(tenants.get(id("a/sub")), rm_quota.begun$offset());
    reconcile(9);

    assertThat(held("a/sub")).isEqualTo(2);
    assertThat(held("a")).isEqualTo(3);
    assertThat(held("asub")).isEqualTo(1);
  }

  @Test
  void whatChangesAtANumberThatWasGivenUpMayBeOfAnyTenant() throws IOException {
    keeper.enforce(
        new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4), "/a/sub", queuePairs(4))));
    int givenUp = tenants.get(id("a/sub"));
    keeper.enforce(new Quotas(Limits.UNLIMITED, Map.of("/a", queuePairs(4))));
    live("a", 1);
    table.addHeld(tenants.get(id("a")), QP, 1);
    addTo(givenUp, rm_quota.begun$offset());
    reconcile(9);
    assertThat(held("a")).isEqualTo(2);

    addTo(givenUp, rm_quota.finished$offset());
    reconcile(3);
    assertThat(held("a")).isEqualTo(1);
  }

  /** As programs do it. */
  private void change(Live object, Runnable how, int times) {
    int innermost = object.shares[object.shares.length - 1];
    addTo(innermost, rm_quota.begun$offset());
    how.run();
    objects.hold(object, object.quotas(), times);
    addTo(innermost, rm_quota.finished$offset());
  }

  private void addTo(int quota, long field) {
    long at = quota * rm_quota.sizeof() + field;
    elements.set(ValueLayout.JAVA_INT, at, elements.get(ValueLayout.JAVA_INT, at) + 1);
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

  private static Promises.Promise promise(int thread, long since) {
    return new Promises.Promise(thread, since, QP, 0, List.of(QuotaTable.HOST));
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
  void whatWasPromisedBeforeItsCgroupBecameATenantCountsForItInTheEnd() throws IOException {
    keeper.enforce(new Quotas(queuePairs(10), Map.of("/a", queuePairs(4))));
    int shared = objects.limitsWhenShared.size();
    Promises.Promise earlier =
        new Promises.Promise(Integer.MAX_VALUE, System.nanoTime(), QP, 0, List.of(0));
    promises.add(earlier);
    reconcile(2);
    assertThat(objects.limitsWhenShared).as("it may be made still").hasSize(shared);

    // The program gave it the shares of the promise: none.
    live("a", 1);
    Live made = objects.live.getLast();
    objects.hold(made, made.shares, -1);
    made.shares = new int[0];
    promises.remove(earlier);
    promises.add(new Promises.Promise(Integer.MAX_VALUE, System.nanoTime(), QP, 0, List.of(0)));
    assertThat(held("a")).isZero();
    reconcile(1);

    assertThat(held("a")).isEqualTo(1);
    assertThat(objects.limitsWhenShared).hasSize(shared + 1);
    reconcile(3);
    assertThat(objects.limitsWhenShared).as("once").hasSize(shared + 1);
  }
}
