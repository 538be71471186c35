// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.nativelib.monitor.HeldObjects;
import org.rdmamonitor.nativelib.monitor.Peers;
import org.rdmamonitor.nativelib.monitor.Promises;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.nativelib.monitor.Tenants;
import org.rdmamonitor.source.kernel.host.CgroupNames;

/**
 * Keeps the quotas of the BPF programs: their limits, and which cgroups are tenants. When limits
 * are changed, those that stay the same hold without interruption. Not safe for use by several
 * threads.
 */
public final class QuotaKeeper {
  private final QuotaTable table;
  private final Promises promises;
  private final HeldObjects objects;
  private final CgroupNames cgroups;
  private final Supplier<List<String>> deviceNames;
  private final Optional<RdmaMax> backstop;
  private final HeldCheck check;
  private final QuotaNumbers numbers;
  private final WantedLimits limits;
  private final TenantCgroups tenants;
  private final FormerPromises former;

  /** Cgroups whose names were not known when their objects were assigned to tenants. */
  private Set<Long> nameless = Set.of();

  /**
   * Keeps the quotas of one watch.
   *
   * @param deviceNames gives the names of all devices
   * @param backstop is given the same quotas as far as it can enforce them
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
    this.promises = promises;
    this.objects = objects;
    this.cgroups = cgroups;
    this.deviceNames = deviceNames;
    this.backstop = backstop;
    this.limits = new WantedLimits(table, peers);
    this.tenants = new TenantCgroups(table, tenants, cgroups, limits, expects);
    this.former = new FormerPromises(promises);
    this.numbers = new QuotaNumbers(table.capacity(), clock);
    this.check = new HeldCheck(table, promises, objects, cgroups, numbers);
  }

  /**
   * Puts these quotas in force. If there is no room for a tenant, since the quotas of former
   * tenants are not free yet, {@link #follow()} limits it as soon as there is.
   */
  public void enforce(Quotas wanted) {
    if (limits.want(wanted)) {
      shareAnew();
    }
    // Done before anything changes: if there is no room for a list, everything stays as it is.
    limits.makePeers();
    tenants.expectOnly(limits.paths());
    numbers.keepOnly(limits.paths()).forEach(limits::unlimit);
    limits.limitHost();
    numbers.byPath().forEach(limits::limit);
    backstop.ifPresent(max -> max.follow(wanted.tenants()));
    if (!followTenants()) {
      shareAnew();
    }
    limits.endPeers();
  }

  /** Follows the cgroups at the paths of tenants as they are made and removed. */
  public void follow() {
    followTenants();
  }

  /** True if anything has changed; then existing objects have been assigned to tenants anew. */
  private boolean followTenants() {
    giveNumbers();
    Optional<Map<String, Integer>> fresh = tenants.follow(numbers.byPath());
    if (fresh.isEmpty()) {
      return false;
    }
    shareAnew();
    former.tenantsChanged();
    // Only now does each quota hold what its cgroup has.
    fresh.get().forEach(limits::limit);
    return true;
  }

  private void giveNumbers() {
    if (numbers.byPath().size() == limits.paths().size() && !numbers.hasResting()) {
      return;
    }
    Set<Integer> woken = numbers.wake(promises.list());
    if (!woken.isEmpty()) {
      // Objects that were promised under the former tenants may have been made meanwhile.
      shareAnew();
      woken.forEach(table::clear);
    }
    limits.paths().forEach(numbers::give);
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
   * Corrects what is held where a difference is not just a matter of timing.
   *
   * @param knowsAll whether every existing object is known individually
   */
  public void reconcile(Supplier<Map<Scope, Counts>> counts, boolean knowsAll) {
    former.end();
    // Objects that were promised before the tenants changed are assigned to the present ones.
    if (former.areKept()) {
      shareAnew();
    }
    backstop.ifPresent(this::limit);
    if (!nameless.isEmpty() && learnsNames()) {
      shareAnew();
    }
    check.mend(counts, limits.sized(), knowsAll);
  }

  /**
   * Gives back what is held for objects that were not seen being made, once those of them that
   * exist have been found and are held like any others.
   *
   * @param find looks at everything that exists now; false if it did not. Only called if there is
   *     anything to be found
   */
  public void findUnseen(BooleanSupplier find) {
    check.findUnseen(find);
  }

  private boolean learnsNames() {
    Set<Long> named = new HashSet<>(nameless);
    named.remove(Cgroup.OVERFLOW_ID);
    cgroups.learn(named);
    return named.stream().anyMatch(cgroups::isKnown);
  }

  private void limit(RdmaMax max) {
    List<String> devices = deviceNames.get();
    tenants.paths().forEach(path -> max.limit(path, limits.of(path), devices));
  }

  /** What came of each quota; the host first, then tenants by path. */
  public List<Tally> tallies() {
    return limits.tallies(numbers.byPath());
  }
}
