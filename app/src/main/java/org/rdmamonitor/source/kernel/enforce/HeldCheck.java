// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.nativelib.monitor.HeldObjects;
import org.rdmamonitor.nativelib.monitor.Promises;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.watch.Numbering;
import org.rdmamonitor.source.kernel.watch.ShortPause;

/**
 * Checks that quotas hold exactly what exists and what is promised, and corrects them if not, since
 * probes can miss an object. The counts of cgroups cheaply tell where to look; what should be held
 * is then computed from the objects themselves, each of which knows its quotas.
 *
 * <p>A quota is judged only by what was read while it did not change; its programs tell that
 * (struct rm_quota). Numbers read while it changes do not belong together, even if they come out
 * the same many times: someone who makes and destroys objects without end could have more taken off
 * what is held than is gone, and so get beyond a limit. Such a quota is corrected when it is at
 * rest. Not safe for use by several threads.
 */
final class HeldCheck {
  /**
   * A difference must be the same at this many readings: a processor can pause for long in the
   * middle of counting.
   */
  private static final int READINGS = 3;

  /**
   * How many readings pass between two looks at the objects if the counts do not tell whose the
   * objects are.
   */
  private static final int SELDOM = 10;

  /**
   * How many readings pass between two looks at the objects in any case: the counts do not have
   * sizes in the units of quotas.
   */
  private static final int RARELY = 60;

  /** How often a reading tries to read all quotas while they do not change. */
  private static final int ATTEMPTS = 5;

  private final QuotaTable table;
  private final Promises promises;
  private final HeldObjects objects;
  private final CgroupNames cgroups;
  private final QuotaNumbers numbers;

  /** What the latest look found wrong. */
  private Map<Slot, Suspicion> suspected = Map.of();

  private int readings;

  HeldCheck(
      QuotaTable table,
      Promises promises,
      HeldObjects objects,
      CgroupNames cgroups,
      QuotaNumbers numbers) {
    this.table = table;
    this.promises = promises;
    this.objects = objects;
    this.cgroups = cgroups;
    this.numbers = numbers;
  }

  /** What a quota holds of a type, or of its size. */
  private record Slot(int quota, int holding) {}

  /** A difference, and at how many readings in a row it was found. */
  private record Suspicion(long difference, int readings) {}

  /**
   * What the known objects add up to, minus what is held beyond promises.
   *
   * @param bySlot of the quotas that did not change, where there is a difference
   * @param moving the other quotas
   */
  private record Differences(Map<Slot, Long> bySlot, Set<Integer> moving) {}

  /**
   * Compares, and corrects what was wrong in the same way at {@link #READINGS} readings.
   *
   * @param sized the sizes that count
   * @param knowsAll whether every object is in a table; if not, nothing may be taken off what is
   *     held, since that may be for an object that is in none
   */
  void mend(Supplier<Map<Scope, Counts>> counts, Set<Size> sized, boolean knowsAll) {
    readings++;
    Map<Scope, Counts> now = counts.get();
    if (suspected.isEmpty() && !seemsWrong(now)) {
      return;
    }
    Differences differences = differences(counts, sized);
    if (!knowsAll) {
      differences.bySlot.values().removeIf(difference -> difference < 0);
    }
    Map<Slot, Suspicion> found = new HashMap<>();
    differences.bySlot.forEach((slot, difference) -> {
      Suspicion before = suspected.get(slot);
      int times = before != null && before.difference == difference ? before.readings + 1 : 1;
      if (times >= READINGS) {
        table.addHeld(slot.quota, slot.holding, difference);
      } else {
        found.put(slot, new Suspicion(difference, times));
      }
    });
    suspected.forEach((slot, before) -> {
      if (differences.moving.contains(slot.quota)) {
        found.put(slot, before);
      }
    });
    suspected = found;
  }

  /** See {@link QuotaKeeper#findUnseen}. */
  void findUnseen(BooleanSupplier find) {
    // What is held for a tenant is held for the host too.
    if (IntStream.range(0, QuotaTable.holdings())
        .allMatch(holding -> table.unseen(QuotaTable.HOST, holding) == 0)) {
      return;
    }
    Map<Slot, Long> unseen = new HashMap<>();
    for (int quota = 0; quota < table.capacity(); quota++) {
      for (int holding = 0; holding < QuotaTable.holdings(); holding++) {
        unseen.put(new Slot(quota, holding), table.unseen(quota, holding));
      }
    }
    unseen.values().removeIf(count -> count == 0);
    if (find.getAsBoolean()) {
      // Exactly these: the ones that came meanwhile have not been looked for.
      unseen.forEach((slot, count) -> table.giveBackUnseen(slot.quota, slot.holding, count));
    }
  }

  /**
   * Whether the counts of cgroups differ from what is held; if they cannot tell, this is true now
   * and then.
   */
  private boolean seemsWrong(Map<Scope, Counts> counts) {
    cgroups.learn(counts.keySet().stream().map(Scope::cgroup).distinct().toList());
    boolean isAttributed =
        counts.entrySet().stream()
            .filter(entry -> entry.getValue().hasLiveObjects())
            .noneMatch(entry -> isNameless(entry.getKey().cgroup()));
    if (readings % (isAttributed ? RARELY : SELDOM) == 0) {
      return true;
    }
    Map<Slot, Long> live = live(counts);
    List<Promises.Promise> promised = promises.list();
    for (int quota : isAttributed ? all() : Set.of(QuotaTable.HOST)) {
      for (ResourceType of : ResourceType.values()) {
        int type = Numbering.of(of);
        long listed = live.getOrDefault(new Slot(quota, type), 0L);
        if (surplus(promised, quota, type) != listed + table.unlisted(quota, type)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Objects of the host and of tenants, by the names of the cgroups. */
  private Map<Slot, Long> live(Map<Scope, Counts> counts) {
    Map<Slot, Long> live = new HashMap<>();
    counts.forEach((scope, count) -> {
      int[] tenants = count.hasLiveObjects() ? quotasOf(scope.cgroup()) : new int[0];
      for (ResourceType type : ResourceType.values()) {
        live.merge(new Slot(QuotaTable.HOST, Numbering.of(type)), count.live(type), Long::sum);
        for (int quota : tenants) {
          live.merge(new Slot(quota, Numbering.of(type)), count.live(type), Long::sum);
        }
      }
    });
    return live;
  }

  private boolean isNameless(long cgroup) {
    return cgroup == Cgroup.OVERFLOW_ID || !cgroups.isKnown(cgroup);
  }

  private int[] quotasOf(long cgroup) {
    return isNameless(cgroup) ? new int[0] : numbers.of(cgroups.cgroup(cgroup).path());
  }

  private Set<Integer> all() {
    Set<Integer> all = new HashSet<>(numbers.byPath().values());
    all.add(QuotaTable.HOST);
    return all;
  }

  private long surplus(List<Promises.Promise> promised, int quota, int holding) {
    return table.held(quota, holding)
        - table.unseen(quota, holding)
        - promised(promised, quota, holding);
  }

  private static long promised(List<Promises.Promise> promised, int quota, int holding) {
    long sum = 0;
    for (Promises.Promise promise : promised) {
      if (promise.quotas().contains(quota)) {
        sum += promise.type() == holding ? 1 : 0;
        sum += QuotaTable.sizeHolding(promise.type()) == holding ? promise.size() : 0;
      }
    }
    return sum;
  }

  /** The first look at each quota during which it did not change, if there was one. */
  private Differences differences(Supplier<Map<Scope, Counts>> counts, Set<Size> sized) {
    Differences found = differencesOnce(counts, sized, all());
    for (int i = 1; i < ATTEMPTS && !found.moving.isEmpty(); i++) {
      ShortPause.take();
      Differences next = differencesOnce(counts, sized, found.moving);
      found.bySlot.putAll(next.bySlot);
      found = new Differences(found.bySlot, next.moving);
    }
    return found;
  }

  private Differences differencesOnce(
      Supplier<Map<Scope, Counts>> counts, Set<Size> sized, Set<Integer> quotas) {
    int[] finished = IntStream.range(0, table.capacity()).map(table::finished).toArray();
    Map<Slot, Long> surplus = surplus(sized, quotas);
    if (moving(quotas, finished).size() == quotas.size()) {
      // Looking at all objects costs more than anything else here, and would tell nothing.
      return new Differences(new HashMap<>(), quotas);
    }
    HeldObjects.Totals known = objects.totals();
    Map<Scope, Counts> live = counts.get();
    Set<Integer> moving = moving(quotas, finished);
    Map<Slot, Long> bySlot = new HashMap<>();
    surplus.forEach((slot, held) -> {
      long difference = known.held(slot.quota, slot.holding) - held;
      if (difference != 0 && !moving.contains(slot.quota) && isComplete(known, live, slot)) {
        bySlot.put(slot, difference);
      }
    });
    return new Differences(bySlot, moving);
  }

  /**
   * Those of these quotas that have changed since, or are changing: more changes have begun than
   * had finished then. A change is counted at the innermost quota that it concerns, and concerns
   * all quotas around as well.
   */
  private Set<Integer> moving(Set<Integer> quotas, int[] finished) {
    Set<Integer> moving = new HashSet<>();
    for (int quota = 0; quota < finished.length; quota++) {
      if (table.begun(quota) != finished[quota]) {
        moving.addAll(numbers.around(quota));
      }
    }
    moving.retainAll(quotas);
    return moving;
  }

  /** Whether all objects of a type are known; there may have been no room for some. */
  private static boolean isComplete(HeldObjects.Totals known, Map<Scope, Counts> live, Slot slot) {
    ResourceType type =
        Arrays.stream(ResourceType.values())
            .filter(t -> QuotaTable.sizeHolding(Numbering.of(t)) == slot.holding)
            .findFirst()
            .or(() -> Numbering.type(slot.holding))
            .orElseThrow();
    long all = live.values().stream().mapToLong(count -> count.live(type)).sum();
    return known.listed(Numbering.of(type)) == all;
  }

  /** What is held beyond promises, for objects that were seen. */
  private Map<Slot, Long> surplus(Set<Size> sized, Set<Integer> quotas) {
    List<Integer> holdings = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      holdings.add(Numbering.of(type));
    }
    for (Size size : sized) {
      holdings.add(QuotaTable.sizeHolding(Numbering.of(size.type())));
    }
    List<Promises.Promise> promised = promises.list();
    Map<Slot, Long> result = new HashMap<>();
    for (int quota : quotas) {
      for (int holding : holdings) {
        result.put(new Slot(quota, holding), surplus(promised, quota, holding));
      }
    }
    return result;
  }
}
