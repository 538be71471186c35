// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.rdmamonitor.model.Cgroup;
import org.rdmamonitor.model.Counts;
import org.rdmamonitor.model.Device;
import org.rdmamonitor.model.Enforcement.Memory;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.Quota;
import org.rdmamonitor.model.Quotas;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Verb;
import org.rdmamonitor.nativelib.PromiseTable;
import org.rdmamonitor.nativelib.QuotaTable;
import org.rdmamonitor.nativelib.TenantTable;

/**
 * Keeps the quotas of the BPF programs: their limits, which cgroups are tenants, and what is held,
 * which must be what exists and what is promised. Not safe for use by several threads.
 */
final class QuotaKeeper {
  /** Readings at which a difference must be the same. */
  private static final int READINGS = 3;

  /** More than the programs can count of. */
  private static final long MOST_BYTES = 1L << 42;

  private static final Duration PAUSE = Duration.ofMillis(2);

  /** Longer than any call takes that has a thread no more. */
  private static final Duration PROMISE = Duration.ofSeconds(2);

  private final QuotaTable table;
  private final TenantTable tenants;
  private final PromiseTable promises;
  private final CgroupNames cgroups;
  private final Processes processes = new Processes(Path.of("/proc"));

  /** Elements of the table by path; one that was given to a tenant stays his. */
  private final Map<String, Integer> places = new LinkedHashMap<>();

  /** The cgroups that stand for tenants now, by path. */
  private final Map<String, Long> known = new HashMap<>();

  private final Optional<RdmaMax> backstop;

  /** What the latest reading found to be wrong. */
  private Map<Slot, Suspicion> suspected = Map.of();

  private Quotas quotas = Quotas.NONE;

  /** Whether any of them limits bytes, which count only then. */
  private boolean isSized;

  /**
   * A keeper of one watch.
   *
   * @param backstop has the same quotas as far as it can
   */
  QuotaKeeper(
      QuotaTable table,
      TenantTable tenants,
      PromiseTable promises,
      CgroupNames cgroups,
      Optional<RdmaMax> backstop) {
    this.backstop = backstop;
    this.table = table;
    this.tenants = tenants;
    this.promises = promises;
    this.cgroups = cgroups;
  }

  /** Goes by these from now on. Tenants beyond the capacity of the table are not limited. */
  void enforce(Quotas wanted) {
    places.values().forEach(place -> limit(place, Quota.NONE));
    quotas = wanted;
    new TreeMap<>(wanted.tenants())
        .forEach((path, quota) -> {
          Integer place = places.get(path);
          if (place == null && places.size() + 1 < table.capacity()) {
            place = places.size() + 1;
            places.put(path, place);
          }
          if (place != null) {
            limit(place, quota);
          }
        });
    limit(QuotaTable.HOST, wanted.host());
    isSized =
        Stream.concat(Stream.of(wanted.host()), wanted.tenants().values().stream())
            .anyMatch(quota -> quota.mrBytes().isPresent());
    table.setSized(isSized);
    backstop.ifPresent(RdmaMax::close);
    follow();
  }

  /** How many tenants there is no room for. */
  int leftOut() {
    return (int)
        quotas.tenants().keySet().stream().filter(path -> !places.containsKey(path)).count();
  }

  private void limit(int place, Quota quota) {
    for (ResourceType type : ResourceType.values()) {
      table.setLimit(place, Numbering.of(type), quota.objects().getOrDefault(type, Long.MAX_VALUE));
    }
    for (Verb verb : Verb.values()) {
      table.setRate(place, Numbering.of(verb), quota.rates().getOrDefault(verb, Long.MAX_VALUE));
    }
    table.setRate(place, QuotaTable.ALL_CALLS, quota.calls().orElse(Long.MAX_VALUE));
    OptionalLong bytes = quota.mrBytes();
    table.setLimit(
        place,
        QuotaTable.PAGES,
        bytes.isPresent() ? bytes.getAsLong() / QuotaTable.PAGE : Long.MAX_VALUE);
  }

  /** Looks which cgroups the paths of tenants stand for: they are made and removed. */
  void follow() {
    Map<String, Long> followed = Map.copyOf(known);
    places.forEach((path, place) -> {
      OptionalLong id =
          quotas.tenants().containsKey(path) ? cgroups.idOf(path) : OptionalLong.empty();
      Long before = known.get(path);
      if (before != null && (id.isEmpty() || id.getAsLong() != before)) {
        tenants.remove(before);
        known.remove(path);
      }
      if (id.isPresent() && !known.containsKey(path)) {
        tenants.put(id.getAsLong(), place);
        table.setCgroup(place, id.getAsLong());
        known.put(path, id.getAsLong());
      }
    });
    if (!known.equals(followed)) {
      table.setTenants(known.size());
    }
  }

  /** The tenants that an object of a cgroup counts for, at most three. */
  int[] sharesOf(long cgroup) {
    if (!cgroups.isKnown(cgroup)) {
      cgroups.learn(List.of(cgroup));
    }
    String path = cgroups.cgroup(cgroup).path();
    return places.entrySet().stream()
        .filter(place -> Cgroup.isWithin(path, place.getKey()))
        .sorted(Map.Entry.comparingByKey())
        .mapToInt(Map.Entry::getValue)
        .limit(3)
        .toArray();
  }

  /**
   * Makes what is held what it should be, where the difference is no matter of timing: a processor
   * can stand still for long in the middle of a count, so it must be the same at several readings.
   */
  void reconcile(Supplier<Map<Scope, Counts>> counts) {
    endPromises();
    backstop.ifPresent(this::limit);
    Map<Slot, Suspicion> found = new HashMap<>();
    confirmed(counts)
        .forEach((slot, difference) -> {
          Suspicion before = suspected.get(slot);
          int readings =
              before != null && before.difference == difference ? before.readings + 1 : 1;
          if (readings >= READINGS) {
            table.addHeld(slot.place, slot.type, difference);
          } else {
            found.put(slot, new Suspicion(difference, readings));
          }
        });
    suspected = found;
  }

  /** The same at once: what there was before the limits is not held yet. */
  void takeIn(Supplier<Map<Scope, Counts>> counts) {
    confirmed(counts)
        .forEach((slot, difference) -> table.addHeld(slot.place, slot.type, difference));
    suspected = Map.of();
  }

  /** A difference, and at how many readings in a row it was found. */
  private record Suspicion(long difference, int readings) {}

  /** The differences that are still there after a pause. */
  private Map<Slot, Long> confirmed(Supplier<Map<Scope, Counts>> counts) {
    Map<Slot, Long> first = differences(counts);
    if (first.isEmpty()) {
      return first;
    }
    pause();
    Map<Slot, Long> second = new HashMap<>(differences(counts));
    second.entrySet().retainAll(first.entrySet());
    return second;
  }

  private void limit(RdmaMax limits) {
    List<String> devices = RdmaResources.devices().stream().map(Device::name).toList();
    known
        .keySet()
        .forEach(
            path -> limits.limit(path, quotas.tenants().getOrDefault(path, Quota.NONE), devices));
  }

  /** A number in the table. */
  private record Slot(int place, int type) {}

  /** What exists less what is held and not promised; nothing where anything moved meanwhile. */
  private Map<Slot, Long> differences(Supplier<Map<Scope, Counts>> counts) {
    Map<Scope, Counts> now = counts.get();
    cgroups.learn(now.keySet().stream().map(Scope::cgroup).distinct().toList());
    Map<Slot, Long> before = surplus();
    boolean quiet = now.equals(counts.get());
    Map<Slot, Long> after = surplus();
    if (!quiet || !isAttributed(now)) {
      return Map.of();
    }
    Map<Slot, Long> result = new HashMap<>();
    after.forEach((slot, surplus) -> {
      long difference =
          slot.type == QuotaTable.PAGES ? pages(now, slot, surplus) : live(now, slot) - surplus;
      if (surplus.equals(before.get(slot)) && difference != 0) {
        result.put(slot, difference);
      }
    });
    return result;
  }

  /**
   * How far pages are from what they can be. Each region counts in whole pages, but of all together
   * only the bytes are known, and how many they are.
   */
  private long pages(Map<Scope, Counts> counts, Slot slot, long surplus) {
    long bytes = sum(counts, slot, Counts::mrBytes);
    if (bytes >= MOST_BYTES) {
      return 0;
    }
    long least = (bytes + QuotaTable.PAGE - 1) / QuotaTable.PAGE;
    long most = bytes / QuotaTable.PAGE + sum(counts, slot, count -> count.live(ResourceType.MR));
    return Math.clamp(surplus, least, Math.max(least, most)) - surplus;
  }

  /** Whether it is known whose all objects are: the path of a cgroup tells. */
  private boolean isAttributed(Map<Scope, Counts> counts) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue().hasLiveObjects())
        .allMatch(entry -> cgroups.isKnown(entry.getKey().cgroup()));
  }

  /** What is held and not promised. */
  private Map<Slot, Long> surplus() {
    List<PromiseTable.Promise> promised = promises.list();
    Map<Slot, Long> result = new HashMap<>();
    for (int place = QuotaTable.HOST; place <= places.size(); place++) {
      for (ResourceType type : ResourceType.values()) {
        int number = Numbering.of(type);
        result.put(new Slot(place, number), table.held(place, number));
      }
      if (isSized) {
        result.put(new Slot(place, QuotaTable.PAGES), table.held(place, QuotaTable.PAGES));
      }
    }
    for (PromiseTable.Promise promise : promised) {
      for (int place : promise.quotas()) {
        result.merge(new Slot(place, promise.type()), -1L, Long::sum);
        result.computeIfPresent(
            new Slot(place, QuotaTable.PAGES), (_, held) -> held - promise.pages());
      }
    }
    return result;
  }

  private long live(Map<Scope, Counts> counts, Slot slot) {
    ResourceType type = Numbering.type(slot.type).orElseThrow();
    return sum(counts, slot, count -> count.live(type));
  }

  private long sum(Map<Scope, Counts> counts, Slot slot, ToLongFunction<Counts> of) {
    long sum = 0;
    for (Map.Entry<Scope, Counts> entry : counts.entrySet()) {
      if (slot.place == QuotaTable.HOST || countsFor(entry.getKey().cgroup(), slot.place)) {
        sum += of.applyAsLong(entry.getValue());
      }
    }
    return sum;
  }

  private boolean countsFor(long cgroup, int place) {
    for (int share : sharesOf(cgroup)) {
      if (share == place) {
        return true;
      }
    }
    return false;
  }

  /** Takes back what was promised to threads that have ended; their end may have gone unseen. */
  private void endPromises() {
    long longAgo = System.nanoTime() - PROMISE.toNanos();
    for (PromiseTable.Promise promise : promises.list()) {
      if (promise.sinceNanos() < longAgo && !processes.hasThread(promise.thread())) {
        promises.end(promise);
      }
    }
  }

  /** What each quota came to; the host first, then tenants by path. */
  List<Tally> tallies() {
    Map<String, Tally> result = new TreeMap<>();
    result.put("", tally("", QuotaTable.HOST, quotas.host()));
    places.forEach((path, place) -> {
      Quota quota = quotas.tenants().get(path);
      if (quota != null) {
        result.put(path, tally(path, place, quota));
      }
    });
    return List.copyOf(result.values());
  }

  private Tally tally(String path, int place, Quota quota) {
    Map<Verb, Long> rates = new EnumMap<>(Verb.class);
    for (Verb verb : Verb.values()) {
      long refused = table.refusedRate(place, Numbering.of(verb));
      if (refused > 0) {
        rates.put(verb, refused);
      }
    }
    return new Tally(
        path,
        quota,
        byType(type -> table.held(place, type)),
        byType(type -> table.refused(place, type)),
        rates,
        table.refusedRate(place, QuotaTable.ALL_CALLS),
        byType(type -> table.killed(place, type)),
        byType(type -> table.passed(place, type)),
        byType(type -> table.over(place, type)),
        new Memory(
            isSized ? table.held(place, QuotaTable.PAGES) * QuotaTable.PAGE : 0,
            table.refused(place, QuotaTable.PAGES),
            table.killed(place, QuotaTable.PAGES),
            table.passed(place, QuotaTable.PAGES),
            table.over(place, QuotaTable.PAGES)));
  }

  /** Without zeros. */
  private static Map<ResourceType, Long> byType(ToLongFunction<Integer> count) {
    Map<ResourceType, Long> result = new EnumMap<>(ResourceType.class);
    for (ResourceType type : ResourceType.values()) {
      long n = count.applyAsLong(Numbering.of(type));
      if (n != 0) {
        result.put(type, n);
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
