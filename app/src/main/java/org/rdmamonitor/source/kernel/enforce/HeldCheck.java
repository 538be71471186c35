// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.rdmamonitor.model.Cgroup;
import org.rdmamonitor.model.Counts;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Size;
import org.rdmamonitor.nativelib.monitor.HeldObjects;
import org.rdmamonitor.nativelib.monitor.PromiseTable;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.watch.Numbering;

/**
 * Checks that quotas hold just what exists and what is promised, and mends it where they do not,
 * since probes can miss an object. The counts of cgroups tell cheaply where to look; what is held
 * is then computed from the objects themselves, each of which knows its quotas. Not safe for use by
 * several threads.
 */
final class HeldCheck {
  /**
   * A difference must be the same at this many readings: a processor can pause for long in the
   * middle of a count.
   */
  private static final int READINGS = 3;

  /**
   * After this many readings the objects are looked at where the counts do not tell whose they are.
   */
  private static final int SELDOM = 10;

  /**
   * After this many readings the objects are looked at in any case: the counts do not have sizes in
   * the units of quotas.
   */
  private static final int RARELY = 60;

  private static final Duration PAUSE = Duration.ofMillis(2);

  private final QuotaTable table;
  private final PromiseTable promises;
  private final HeldObjects objects;
  private final CgroupNames cgroups;
  private final QuotaNumbers numbers;

  /** What the latest look found to be wrong. */
  private Map<Slot, Suspicion> suspected = Map.of();

  private int readings;

  HeldCheck(
      QuotaTable table,
      PromiseTable promises,
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
   * Compares, and mends what was wrong in the same way at {@link #READINGS} readings.
   *
   * @param sized the sizes that count
   * @param knowsAll whether every object is in a table; if not, nothing may be taken from what is
   *     held, since it may be for an object that is not in one
   */
  void mend(Supplier<Map<Scope, Counts>> counts, Set<Size> sized, boolean knowsAll) {
    readings++;
    Map<Scope, Counts> now = counts.get();
    if (suspected.isEmpty() && !seemsWrong(now)) {
      return;
    }
    Map<Slot, Suspicion> found = new HashMap<>();
    Map<Slot, Long> differences = confirmed(counts, sized);
    if (!knowsAll) {
      differences.values().removeIf(difference -> difference < 0);
    }
    differences.forEach((slot, difference) -> {
      Suspicion before = suspected.get(slot);
      int times = before != null && before.difference == difference ? before.readings + 1 : 1;
      if (times >= READINGS) {
        table.addHeld(slot.quota, slot.holding, difference);
      } else {
        found.put(slot, new Suspicion(difference, times));
      }
    });
    suspected = found;
  }

  /**
   * Whether the counts of cgroups differ from what is held; where they cannot tell, this is true
   * now and then.
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
    List<PromiseTable.Promise> promised = promises.list();
    for (int quota : isAttributed ? all() : Set.of(QuotaTable.HOST)) {
      for (ResourceType of : ResourceType.values()) {
        int type = Numbering.of(of);
        long listed = live.getOrDefault(new Slot(quota, type), 0L);
        if (table.held(quota, type) - promised(promised, quota, type)
            != listed + table.unlisted(quota, type)) {
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

  private static long promised(List<PromiseTable.Promise> promised, int quota, int holding) {
    long sum = 0;
    for (PromiseTable.Promise promise : promised) {
      if (promise.quotas().contains(quota)) {
        sum += promise.type() == holding ? 1 : 0;
        sum += QuotaTable.sizeHolding(promise.type()) == holding ? promise.size() : 0;
      }
    }
    return sum;
  }

  /** The differences that are still there after a pause. */
  private Map<Slot, Long> confirmed(Supplier<Map<Scope, Counts>> counts, Set<Size> sized) {
    Map<Slot, Long> first = differences(counts, sized);
    if (first.isEmpty()) {
      return first;
    }
    pause();
    Map<Slot, Long> second = differences(counts, sized);
    second.entrySet().retainAll(first.entrySet());
    return second;
  }

  /**
   * What the known objects come to, less what is held beyond promises; only of those numbers that
   * stood still meanwhile.
   */
  private Map<Slot, Long> differences(Supplier<Map<Scope, Counts>> counts, Set<Size> sized) {
    Map<Slot, Long> before = surplus(sized);
    HeldObjects.Totals known = objects.totals();
    Map<Scope, Counts> live = counts.get();
    Map<Slot, Long> after = surplus(sized);
    Map<Slot, Long> result = new HashMap<>();
    after.forEach((slot, surplus) -> {
      long difference = known.held(slot.quota, slot.holding) - surplus;
      if (difference != 0 && surplus.equals(before.get(slot)) && isComplete(known, live, slot)) {
        result.put(slot, difference);
      }
    });
    return result;
  }

  /** Whether all objects of a type are known: there may have been no room for some. */
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

  /** What is held and not promised. */
  private Map<Slot, Long> surplus(Set<Size> sized) {
    List<Integer> holdings = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      holdings.add(Numbering.of(type));
    }
    for (Size size : sized) {
      holdings.add(QuotaTable.sizeHolding(Numbering.of(size.type())));
    }
    List<PromiseTable.Promise> promised = promises.list();
    Map<Slot, Long> result = new HashMap<>();
    for (int quota : all()) {
      for (int holding : holdings) {
        result.put(
            new Slot(quota, holding),
            table.held(quota, holding) - promised(promised, quota, holding));
      }
    }
    return result;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
