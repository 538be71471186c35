// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.nativelib.monitor.Tenants;
import org.rdmamonitor.source.kernel.host.CgroupNames;

/**
 * The cgroups at the paths of tenants, which are made and removed: which ones the BPF programs hold
 * for tenants. Not safe for use by several threads.
 */
final class TenantCgroups {
  private final QuotaTable table;
  private final Tenants tenants;
  private final CgroupNames cgroups;
  private final WantedLimits limits;

  /** Whether the kernel can be told the paths. */
  private final boolean expects;

  /** The ids of the cgroups that are tenants now, by path. */
  private final Map<String, Long> known = new HashMap<>();

  /** The paths of tenants: a cgroup that is made at one of them is limited at once. */
  private final Set<String> expected = new HashSet<>();

  TenantCgroups(
      QuotaTable table,
      Tenants tenants,
      CgroupNames cgroups,
      WantedLimits limits,
      boolean expects) {
    this.table = table;
    this.tenants = tenants;
    this.cgroups = cgroups;
    this.limits = limits;
    this.expects = expects;
  }

  /** The paths at which there is a cgroup, as far as it is known. */
  Set<String> paths() {
    return known.keySet();
  }

  /** Cgroups that are made from now on at other paths than these are not limited. */
  void expectOnly(Set<String> paths) {
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
   * Follows what was made and removed.
   *
   * @param numbers the quotas of tenants, by path
   * @return the tenants with a new cgroup that no number limits yet; empty if all stand for the
   *     cgroups of before
   */
  Optional<Map<String, Integer>> follow(Map<String, Integer> numbers) {
    Map<String, Long> before = Map.copyOf(known);
    boolean expectsMore = expect(numbers);
    Map<String, Integer> fresh = new HashMap<>();
    numbers.forEach((path, quota) -> {
      if (follow(path, quota)) {
        fresh.put(path, quota);
      }
    });
    before.forEach((path, id) -> {
      if (!numbers.containsKey(path)) {
        tenants.remove(id);
        known.remove(path);
      }
    });
    boolean isChanged = !known.equals(before);
    if (expectsMore || isChanged) {
      table.setTenants(Math.max(known.size(), expected.size()));
    }
    return isChanged ? Optional.of(fresh) : Optional.empty();
  }

  /**
   * Has cgroups that are made at a tenant's path from now on limited from their beginning. Called
   * before existing cgroups are looked at, so that none is missed in between. True if any path is
   * new.
   */
  private boolean expect(Map<String, Integer> numbers) {
    if (!expects || expected.size() == numbers.size()) {
      return false;
    }
    numbers.forEach((path, quota) -> {
      if (expected.add(path)) {
        limits.limit(path, quota);
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
      limits.limitPeers(path, quota);
      tenants.put(id.getAsLong(), quota);
    }
    table.setCgroup(quota, id.getAsLong());
    known.put(path, id.getAsLong());
    return isFresh;
  }
}
