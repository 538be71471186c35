// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sums by cgroup, and what the limits leave. For one thread at a time. */
final class Totals {
  private final Map<String, Amounts> trees = new HashMap<>();
  private final Map<String, Amounts> own = new TreeMap<>();

  /** To be given back by {@link #subtract} as it is. */
  void add(String cgroup, Amounts amounts) {
    own.merge(cgroup, amounts, Amounts::plus);
    CgroupPath.upwards(cgroup).forEach(path -> trees.merge(path, amounts, Amounts::plus));
  }

  void subtract(String cgroup, Amounts amounts) {
    subtract(own, cgroup, amounts);
    CgroupPath.upwards(cgroup).forEach(path -> subtract(trees, path, amounts));
  }

  private static void subtract(Map<String, Amounts> sums, String path, Amounts amounts) {
    sums.computeIfPresent(
        path,
        (p, sum) -> {
          Amounts rest = sum.minus(amounts);
          return rest.isNone() ? null : rest;
        });
  }

  /** Of the whole host. */
  Amounts all() {
    return trees.getOrDefault("/", Amounts.NONE);
  }

  /** Of a cgroup without what is in it. */
  Amounts own(String cgroup) {
    return own.getOrDefault(cgroup, Amounts.NONE);
  }

  /** Of a cgroup with all that is in it. */
  Amounts tree(String cgroup) {
    return trees.getOrDefault(cgroup, Amounts.NONE);
  }

  /** The cgroups that processes hold something in. */
  List<String> cgroups() {
    return List.copyOf(own.keySet());
  }

  /** Why a cgroup may not have so much more; empty if it may. */
  Optional<Verdict.Refused> refusal(Limits limits, String cgroup, Amounts wanted) {
    for (Resource resource : Resource.HELD) {
      if (wanted.of(resource) > 0) {
        Optional<Verdict.Refused> refused = refusal(limits, cgroup, resource, wanted.of(resource));
        if (refused.isPresent()) {
          return refused;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Verdict.Refused> refusal(
      Limits limits, String cgroup, Resource resource, long wanted) {
    long host = limits.ofHost(resource);
    if (!fits(all().of(resource), wanted, host)) {
      return refused(resource, "on this host", all().of(resource), host);
    }
    long each = limits.ofEach(cgroup, resource);
    if (!fits(own(cgroup).of(resource), wanted, each)) {
      return refused(resource, "in " + cgroup, own(cgroup).of(resource), each);
    }
    for (String path : CgroupPath.upwards(cgroup)) {
      long limit = limits.ofTree(path, resource);
      if (!fits(tree(path).of(resource), wanted, limit)) {
        return refused(resource, "in " + path, tree(path).of(resource), limit);
      }
    }
    return Optional.empty();
  }

  private static boolean fits(long used, long wanted, long limit) {
    return used <= limit && wanted <= limit - used;
  }

  /** Why a process may not have so much more beside what it holds; empty if it may. */
  static Optional<Verdict.Refused> refusal(Limits limits, Amounts held, Amounts wanted) {
    for (Resource resource : Resource.HELD) {
      long limit = limits.ofProcess(resource);
      if (wanted.of(resource) > 0 && !fits(held.of(resource), wanted.of(resource), limit)) {
        return refused(resource, "in this process", held.of(resource), limit);
      }
    }
    return Optional.empty();
  }

  private static Optional<Verdict.Refused> refused(
      Resource resource, String scope, long used, long limit) {
    return Optional.of(new Verdict.Refused(resource, scope, used, limit));
  }
}
