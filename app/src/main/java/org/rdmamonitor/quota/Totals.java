// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sums by cgroup, and how much the limits leave. For one thread at a time. */
final class Totals {
  private final Map<String, Amounts> trees = new HashMap<>();
  private final Map<String, Amounts> own = new TreeMap<>();

  /** Adds; {@link #subtract} with the same arguments undoes it. */
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

  /** The same totals without a part of them. */
  Totals without(Totals part) {
    Totals rest = new Totals();
    rest.own.putAll(own);
    rest.trees.putAll(trees);
    part.own.forEach(rest::subtract);
    return rest;
  }

  /** The sum for the whole host. */
  Amounts all() {
    return trees.getOrDefault("/", Amounts.NONE);
  }

  /** The sum for a cgroup without those below it. */
  Amounts own(String cgroup) {
    return own.getOrDefault(cgroup, Amounts.NONE);
  }

  /** The sum for a cgroup and all those below it. */
  Amounts tree(String cgroup) {
    return trees.getOrDefault(cgroup, Amounts.NONE);
  }

  /** The cgroups in which processes hold something. */
  List<String> cgroups() {
    return List.copyOf(own.keySet());
  }

  /** The limit that does not leave this much more to a cgroup; empty if all do. */
  Optional<Shortage> shortage(QuotaLimits limits, String cgroup, Amounts wanted) {
    for (Resource resource : Resource.HELD) {
      if (wanted.of(resource) > 0) {
        Optional<Shortage> shortage = shortage(limits, cgroup, resource, wanted.of(resource));
        if (shortage.isPresent()) {
          return shortage;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Shortage> shortage(
      QuotaLimits limits, String cgroup, Resource resource, long wanted) {
    long host = limits.ofHost(resource);
    long all = all().of(resource);
    if (!fits(all, wanted, host)) {
      return Optional.of(new Shortage(resource, "on this host", all, host, wanted, any -> true));
    }
    long each = limits.ofEach(cgroup, resource);
    long own = own(cgroup).of(resource);
    if (!fits(own, wanted, each)) {
      return Optional.of(
          new Shortage(
              resource, "in " + cgroup, own, each, wanted, account -> account.holdsIn(cgroup)));
    }
    for (String path : CgroupPath.upwards(cgroup)) {
      long limit = limits.ofTree(path, resource);
      long tree = tree(path).of(resource);
      if (!fits(tree, wanted, limit)) {
        return Optional.of(
            new Shortage(
                resource, "in " + path, tree, limit, wanted, account -> account.holdsBelow(path)));
      }
    }
    return Optional.empty();
  }

  private static boolean fits(long used, long wanted, long limit) {
    return used <= limit && wanted <= limit - used;
  }

  /**
   * The limit that does not leave this much more to a process that holds so much; empty if all do.
   */
  static Optional<Shortage> shortage(
      QuotaLimits limits, ProcessKey process, Amounts held, Amounts wanted) {
    for (Resource resource : Resource.HELD) {
      long limit = limits.ofProcess(resource);
      long used = held.of(resource);
      if (wanted.of(resource) > 0 && !fits(used, wanted.of(resource), limit)) {
        return Optional.of(
            new Shortage(
                resource,
                "in this process",
                used,
                limit,
                wanted.of(resource),
                account -> account.process().equals(process)));
      }
    }
    return Optional.empty();
  }

  /** How much all limits together leave to a process in a cgroup, given what it holds. */
  Amounts room(QuotaLimits limits, String cgroup, Amounts held) {
    Amounts room = Amounts.NONE;
    for (Resource resource : Resource.HELD) {
      room =
          room.plus(
              Amounts.of(resource, Math.max(0, room(limits, cgroup, resource, held.of(resource)))));
    }
    return room;
  }

  /** Whether more is held than some limit allows that applies to processes of a cgroup. */
  boolean isExceeded(QuotaLimits limits, String cgroup, Amounts held) {
    return Resource.HELD.stream().anyMatch(one -> room(limits, cgroup, one, held.of(one)) < 0);
  }

  private long room(QuotaLimits limits, String cgroup, Resource resource, long held) {
    long room =
        Math.min(limits.ofProcess(resource) - held, limits.ofHost(resource) - all().of(resource));
    room = Math.min(room, limits.ofEach(cgroup, resource) - own(cgroup).of(resource));
    for (String path : CgroupPath.upwards(cgroup)) {
      room = Math.min(room, limits.ofTree(path, resource) - tree(path).of(resource));
    }
    return room;
  }
}
