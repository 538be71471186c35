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
 * Follows the cgroups at the paths of tenants as they are made and removed, and tells the BPF
 * programs which cgroups are tenants. Not safe for use by several threads.
 */
final class TenantCgroups {
  private final QuotaTable table;
  private final Tenants tenants;
  private final CgroupNames cgroups;
  private final WantedLimits limits;

  /** Whether the kernel can be told the paths beforehand. */
  private final boolean expects;

  /** The ids of the cgroups that are tenants now, by path. */
  private final Map<String, Long> known = new HashMap<>();

  /**
   * The paths of tenants that the kernel was told: a cgroup that is made at one of them is limited
   * at once.
   */
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

  /** Cgroups that are made from now on at other paths are not limited. */
  void expectOnly(Set<String> paths) {
    expected.removeIf(path -> {
      boolean isGone = !paths.contains(path);
      if (isGone) {
        tenants.forget(path);
        // It was made a moment ago, and is not known here yet.
        cgroups.idOf(path).ifPresent(tenants::remove);
      }
      return isGone;
    });
  }

  /**
   * Follows what was made and removed.
   *
   * @param numbers the quotas of tenants, by path
   * @return the tenants with a new cgroup that no number limits yet; empty if no path has another
   *     cgroup than before
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
   * Makes cgroups that are made at a tenant's path from now on limited from their beginning. Called
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
   * True if the path has another cgroup than before, which has no limit yet. One that the kernel
   * was told to expect is within its limits already.
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
      // The cgroup was expected, and has been removed meanwhile. The next one may exist already,
      // and must not be left without its limit.
      return false;
    }
    if (isFresh) {
      // No number limits it yet, but whom it may talk to is settled at once.
      limits.limitPeers(path, quota);
      tenants.put(id.getAsLong(), quota);
    }
    table.setCgroup(quota, id.getAsLong());
    known.put(path, id.getAsLong());
    return isFresh;
  }
}
