// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.nativelib.monitor.HeldObjects;
import org.rdmamonitor.nativelib.monitor.Peers;
import org.rdmamonitor.nativelib.monitor.Promises;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.nativelib.monitor.Tenants;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.Processes;
import org.rdmamonitor.source.kernel.watch.Numbering;

/**
 * Keeps the quotas of the BPF programs: their limits, and which cgroups are tenants. A limit that
 * stays the same through a change of limits holds without a gap. Not safe for use by several
 * threads.
 */
public final class QuotaKeeper {
  /** A promise older than this whose thread has ended belongs to no call any more. */
  private static final Duration PROMISE = Duration.ofSeconds(2);

  private final QuotaTable table;
  private final Tenants tenants;
  private final Promises promises;
  private final HeldObjects objects;
  private final CgroupNames cgroups;
  private final Supplier<List<String>> deviceNames;
  private final Optional<RdmaMax> backstop;
  private final HeldCheck check;
  private final QuotaNumbers numbers;
  private final RuleSlots slots;
  private final PeerLists peers;
  private final Processes processes = new Processes(Path.of("/proc"));

  /** The ids of the cgroups that are tenants now, by path. */
  private final Map<String, Long> known = new HashMap<>();

  /** The paths of tenants: a cgroup that is made at one of them is limited at once. */
  private final Set<String> expected = new HashSet<>();

  /** Whether the kernel can be told these paths. */
  private final boolean expects;

  /** Cgroups whose names were not known when their objects were assigned to tenants. */
  private Set<Long> nameless = Set.of();

  /** Whether the tenants have changed since {@link #reconcile}. */
  private boolean isSettling;

  /**
   * Promises made before the tenants last changed; their objects count for the tenants of that
   * time.
   */
  private Optional<Set<Promises.Promise>> earlier = Optional.empty();

  private Quotas quotas = Quotas.NONE;

  /** Sizes that some quota limits or once limited; no others are counted. */
  private final Set<Size> sized = EnumSet.noneOf(Size.class);

  /**
   * A keeper of one watch.
   *
   * @param deviceNames gives the names of all devices
   * @param backstop has the same quotas as far as it can
   */
  public QuotaKeeper(
      QuotaTable table,
      Tenants tenants,
      Peers peers,
      Promises promises,
      HeldObjects objects,
      CgroupNames cgroups,
      Supplier<List<String>> deviceNames,
      Optional<RdmaMax> backstop) {
    this(
        table,
        tenants,
        peers,
        promises,
        objects,
        cgroups,
        deviceNames,
        backstop,
        cgroups.isOfHost(),
        System::nanoTime);
  }

  QuotaKeeper(
      QuotaTable table,
      Tenants tenants,
      Peers peers,
      Promises promises,
      HeldObjects objects,
      CgroupNames cgroups,
      Supplier<List<String>> deviceNames,
      Optional<RdmaMax> backstop,
      boolean expects,
      LongSupplier clock) {
    this.table = table;
    this.slots = new RuleSlots(table);
    this.peers = new PeerLists(peers);
    this.tenants = tenants;
    this.promises = promises;
    this.objects = objects;
    this.cgroups = cgroups;
    this.deviceNames = deviceNames;
    this.backstop = backstop;
    this.expects = expects;
    this.numbers = new QuotaNumbers(table.capacity(), clock);
    this.check = new HeldCheck(table, promises, objects, cgroups, numbers);
  }

  /**
   * Puts these in force. A tenant for which there is no room, since the quotas of former tenants
   * are not free yet, is limited by {@link #follow()} as soon as there is.
   */
  public void enforce(Quotas wanted) {
    quotas = wanted;
    boolean countsMore = false;
    for (Size size : Size.values()) {
      if (limits(wanted, new Rule.Total(size)) && sized.add(size)) {
        // Before its limits are set: from here on the size counts, that of existing objects too.
        table.addSized(Numbering.of(size.type()));
        countsMore = true;
      }
    }
    if (countsMore) {
      shareAnew();
    }
    peers.sweep();
    Set<PeerPolicy> policies = wanted.peerPolicies();
    // Before anything changes: if there is no room for one, all stays as it is.
    policies.forEach(peers::number);
    if (!policies.isEmpty()) {
      table.setAnyPeers(true);
    }
    expectOnly(wanted.tenants().keySet());
    numbers.keepOnly(wanted.tenants().keySet()).forEach(quota -> limit(quota, Limits.UNLIMITED));
    limit(QuotaTable.HOST, wanted.host());
    numbers.byPath().forEach((path, quota) -> limit(quota, limitsOf(path)));
    backstop.ifPresent(limits -> limits.follow(wanted.tenants()));
    if (!followTenants()) {
      shareAnew();
    }
    peers.keepOnly(policies);
    table.setAnyPeers(!policies.isEmpty());
  }

  private static boolean limits(Quotas quotas, Rule rule) {
    return Stream.concat(Stream.of(quotas.host()), quotas.tenants().values().stream())
        .anyMatch(limits -> limits.has(rule));
  }

  private Limits limitsOf(String path) {
    return quotas.tenants().getOrDefault(path, Limits.UNLIMITED);
  }

  private void limit(int quota, Limits limits) {
    slots.limit(quota, limits);
    table.setPeers(quota, limits.peers().map(peers::number).orElse(0));
  }

  /** Follows the cgroups at the paths of tenants, which are made and removed. */
  public void follow() {
    followTenants();
  }

  /** True if anything has changed; then existing objects have been assigned to tenants anew. */
  private boolean followTenants() {
    Map<String, Long> followed = Map.copyOf(known);
    giveNumbers();
    boolean expectsMore = expectTenants();
    Map<String, Integer> fresh = new HashMap<>();
    numbers
        .byPath()
        .forEach((path, quota) -> {
          if (follow(path, quota)) {
            fresh.put(path, quota);
          }
        });
    followed.forEach((path, id) -> {
      if (!numbers.byPath().containsKey(path)) {
        tenants.remove(id);
        known.remove(path);
      }
    });
    if (expectsMore || !known.equals(followed)) {
      table.setTenants(Math.max(known.size(), expected.size()));
    }
    if (known.equals(followed)) {
      return false;
    }
    shareAnew();
    isSettling = true;
    // Only now does each quota hold what its cgroup has.
    fresh.forEach((path, quota) -> limit(quota, limitsOf(path)));
    return true;
  }

  private void giveNumbers() {
    if (numbers.byPath().size() == quotas.tenants().size() && !numbers.hasResting()) {
      return;
    }
    Set<Integer> woken = numbers.wake(promises.list());
    if (!woken.isEmpty()) {
      // Objects that were promised under the former tenants may have been made meanwhile.
      shareAnew();
      woken.forEach(table::clear);
    }
    quotas.tenants().keySet().forEach(numbers::give);
  }

  private void expectOnly(Set<String> paths) {
    expected.removeIf(path -> {
      boolean isGone = !paths.contains(path);
      if (isGone) {
        tenants.forget(path);
        // Made a moment ago, and not known here yet.
        cgroups.idOf(path).ifPresent(tenants::remove);
      }
      return isGone;
    });
  }

  /**
   * Has cgroups that are made at a tenant's path from now on limited from their beginning. Called
   * before existing cgroups are looked at, so that none is missed in between. True if any path is
   * new.
   */
  private boolean expectTenants() {
    if (!expects || expected.size() == numbers.byPath().size()) {
      return false;
    }
    numbers
        .byPath()
        .forEach((path, quota) -> {
          if (expected.add(path)) {
            limit(quota, limitsOf(path));
            tenants.expect(path, quota);
          }
        });
    return true;
  }

  /**
   * True if the path stands for another cgroup than before, which has no limit yet. One that was
   * expected holds what it has, within its limits.
   */
  private boolean follow(String path, int quota) {
    OptionalLong id = cgroups.idOf(path);
    Long before = known.get(path);
    if (before != null && (id.isEmpty() || id.getAsLong() != before)) {
      tenants.remove(before);
      known.remove(path);
    }
    if (id.isEmpty() || known.containsKey(path)) {
      return false;
    }
    boolean isFresh = !tenants.has(id.getAsLong(), quota);
    if (isFresh && !id.equals(cgroups.idOf(path))) {
      // It was expected, and has been removed meanwhile: the next one may be there already, and is
      // not to be without its limit.
      return false;
    }
    if (isFresh) {
      // Not yet by a number; whom it may talk to is right at once.
      limit(quota, new Limits(Map.of(), limitsOf(path).peers()));
      tenants.put(id.getAsLong(), quota);
    }
    table.setCgroup(quota, id.getAsLong());
    known.put(path, id.getAsLong());
    return isFresh;
  }

  private void shareAnew() {
    nameless = objects.shareAnew();
  }

  /**
   * The tenants that an object of a cgroup counts for, the outermost first; empty where the name of
   * the cgroup is not known.
   */
  public Optional<int[]> sharesOf(long cgroup) {
    if (cgroup == Cgroup.OVERFLOW_ID) {
      return Optional.empty();
    }
    if (!cgroups.isKnown(cgroup)) {
      cgroups.learn(List.of(cgroup));
    }
    return cgroups.isKnown(cgroup)
        ? Optional.of(numbers.of(cgroups.cgroup(cgroup).path()))
        : Optional.empty();
  }

  /**
   * Corrects what is held, where a difference is not just a matter of timing.
   *
   * @param knowsAll whether each object that there is is known one by one
   */
  public void reconcile(Supplier<Map<Scope, Counts>> counts, boolean knowsAll) {
    endPromises();
    settle();
    backstop.ifPresent(this::limit);
    if (!nameless.isEmpty() && learnsNames()) {
      shareAnew();
    }
    check.mend(counts, sized, knowsAll);
  }

  /**
   * Gives back what is held for objects that nobody has seen being made, once those that exist have
   * been found, and are held like any other.
   *
   * @param find looks at everything that exists now; false if it did not. Only called if there is
   *     anything to be found
   */
  public void findUnseen(BooleanSupplier find) {
    check.findUnseen(find);
  }

  /**
   * Objects that were promised before the tenants changed are assigned to the present ones once
   * they exist.
   */
  private void settle() {
    if (isSettling) {
      isSettling = false;
      earlier = Optional.of(new HashSet<>(promises.list()));
    }
    if (earlier.isPresent()) {
      earlier.get().retainAll(promises.list());
      if (earlier.get().isEmpty()) {
        earlier = Optional.empty();
        shareAnew();
      }
    }
  }

  private boolean learnsNames() {
    Set<Long> named = new HashSet<>(nameless);
    named.remove(Cgroup.OVERFLOW_ID);
    cgroups.learn(named);
    return named.stream().anyMatch(cgroups::isKnown);
  }

  private void limit(RdmaMax limits) {
    List<String> devices = deviceNames.get();
    known.keySet().forEach(path -> limits.limit(path, limitsOf(path), devices));
  }

  /** Takes back what was promised to threads that have ended; their end may have gone unseen. */
  private void endPromises() {
    long longAgo = System.nanoTime() - PROMISE.toNanos();
    for (Promises.Promise promise : promises.list()) {
      if (promise.sinceNanos() < longAgo && !processes.hasThread(promise.thread())) {
        promises.end(promise);
      }
    }
  }

  /** What each quota came to; the host first, then tenants by path. */
  public List<Tally> tallies() {
    return Stream.concat(
            Stream.of(tally("", QuotaTable.HOST, quotas.host())),
            numbers.byPath().entrySet().stream()
                .map(entry -> tally(entry.getKey(), entry.getValue(), limitsOf(entry.getKey()))))
        .toList();
  }

  private Tally tally(String path, int quota, Limits limits) {
    return new Tally(path, limits, slots.outcomes(quota, sized));
  }
}
