// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All limits that apply. Immutable. */
public final class QuotaLimits {
  /** Nothing is limited. */
  public static final QuotaLimits NONE = new QuotaLimits(new TreeMap<>());

  private final SortedMap<LimitKey, Long> byKey;

  private QuotaLimits(SortedMap<LimitKey, Long> byKey) {
    this.byKey = byKey;
  }

  /** These limits; later ones replace earlier ones of the same key. */
  public static QuotaLimits of(Collection<Limit> limits) {
    return NONE.with(limits);
  }

  /** The same limits with these added; they replace those of the same keys. */
  public QuotaLimits with(Collection<Limit> limits) {
    SortedMap<LimitKey, Long> result = new TreeMap<>(byKey);
    limits.forEach(limit -> result.put(limit.key(), limit.most()));
    return new QuotaLimits(result);
  }

  /** In the order of their keys. */
  public List<Limit> all() {
    return byKey.entrySet().stream()
        .map(entry -> new Limit(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** The limit of a key; empty if none was set. */
  public Optional<Long> of(LimitKey key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /** The limit of the whole host. */
  public long ofHost(Resource resource) {
    return of(LimitKey.host(resource)).orElse(Limit.UNLIMITED);
  }

  /** How much each process may have by itself. */
  long ofProcess(Resource resource) {
    return of(new LimitKey(LimitKey.EACH_PROCESS, resource)).orElse(Limit.UNLIMITED);
  }

  /** How much a cgroup without a limit of its own may have by itself. */
  long ofEach(String cgroup, Resource resource) {
    return of(new LimitKey(cgroup, resource)).isPresent()
        ? Limit.UNLIMITED
        : of(new LimitKey(LimitKey.EACH_CGROUP, resource)).orElse(Limit.UNLIMITED);
  }

  /** How much a cgroup may have together with everything below it. */
  long ofTree(String cgroup, Resource resource) {
    return of(new LimitKey(cgroup, resource)).orElse(Limit.UNLIMITED);
  }

  /** Whether any limit on these resources applies in a cgroup. */
  boolean haveAny(String cgroup, Amounts amounts) {
    return Resource.HELD.stream()
        .anyMatch(resource -> amounts.of(resource) > 0 && isLimited(cgroup, resource));
  }

  /** Whether any limit applies to processes of a cgroup. */
  boolean isLimited(String cgroup, Resource resource) {
    return ofHost(resource) != Limit.UNLIMITED
        || ofProcess(resource) != Limit.UNLIMITED
        || ofEach(cgroup, resource) != Limit.UNLIMITED
        || CgroupPath.upwards(cgroup).stream()
            .anyMatch(path -> ofTree(path, resource) != Limit.UNLIMITED);
  }
}
