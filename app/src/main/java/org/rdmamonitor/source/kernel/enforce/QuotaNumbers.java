// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rdmamonitor.nativelib.monitor.Promises;
import org.rdmamonitor.nativelib.monitor.QuotaTable;

/**
 * Which tenant has which element of the table of quotas. An element that is given up is not used
 * again until nothing can count for it any more, since a thread may still have a promise for it.
 * Not safe for use by several threads.
 */
final class QuotaNumbers {
  /** Longer than a BPF program takes between finding a task's tenants and recording its promise. */
  private static final Duration REST = Duration.ofSeconds(2);

  /** A number that was given up. */
  private record Resting(int quota, long sinceNanos) {}

  private final LongSupplier clock;
  private final int capacity;
  private final Map<String, Integer> byPath = new TreeMap<>();
  private final Deque<Resting> resting = new ArrayDeque<>();
  private final BitSet taken = new BitSet();

  /**
   * Numbers from 1; 0 is the host's.
   *
   * @param capacity elements of the table
   * @param clock nanoseconds
   */
  QuotaNumbers(int capacity, LongSupplier clock) {
    this.capacity = capacity;
    this.clock = clock;
    taken.set(0);
  }

  /** Gives up the numbers of all tenants but these; returns those numbers. */
  Set<Integer> keepOnly(Set<String> paths) {
    Set<Integer> given = new HashSet<>();
    byPath
        .entrySet()
        .removeIf(entry -> {
          boolean isGone = !paths.contains(entry.getKey());
          if (isGone) {
            resting.addLast(new Resting(entry.getValue(), clock.getAsLong()));
            given.add(entry.getValue());
          }
          return isGone;
        });
    return given;
  }

  /**
   * The number of a tenant, given to it now if it has none; empty if there is none at the moment.
   */
  OptionalInt give(String path) {
    Integer known = byPath.get(path);
    if (known != null) {
      return OptionalInt.of(known);
    }
    int free = taken.nextClearBit(0);
    if (free >= capacity) {
      return OptionalInt.empty();
    }
    taken.set(free);
    byPath.put(path, free);
    return OptionalInt.of(free);
  }

  /** The numbers that have rested long enough; they can be given again. */
  Set<Integer> wake(Collection<Promises.Promise> promised) {
    Set<Integer> awake = new HashSet<>();
    Set<Integer> inUse =
        promised.stream().flatMap(promise -> promise.quotas().stream()).collect(Collectors.toSet());
    long now = clock.getAsLong();
    resting.removeIf(former -> {
      boolean rested = now - former.sinceNanos >= REST.toNanos() && !inUse.contains(former.quota);
      if (rested) {
        taken.clear(former.quota);
        awake.add(former.quota);
      }
      return rested;
    });
    return awake;
  }

  boolean hasResting() {
    return !resting.isEmpty();
  }

  /** The numbers of the tenants that have one, by path. */
  Map<String, Integer> byPath() {
    return byPath;
  }

  /**
   * All quotas that an object counted by this one may be counted by as well: the host's, and for a
   * tenant also its own and those of the tenants that it is in. For a number that was given up
   * these are all quotas, since nobody knows any more whose it was.
   */
  Set<Integer> around(int quota) {
    Set<Integer> around = new HashSet<>(Set.of(QuotaTable.HOST));
    if (quota != QuotaTable.HOST) {
      Optional<String> path =
          byPath.entrySet().stream()
              .filter(entry -> entry.getValue() == quota)
              .map(Map.Entry::getKey)
              .findFirst();
      path.ifPresentOrElse(
          known -> Arrays.stream(of(known)).forEach(around::add),
          () -> around.addAll(byPath.values()));
    }
    return around;
  }

  /** The numbers of those tenants that a cgroup is in, the outermost first. */
  int[] of(String cgroup) {
    IntStream.Builder found = IntStream.builder();
    for (int end = cgroup.indexOf('/', 1); ; end = cgroup.indexOf('/', end + 1)) {
      Integer quota = byPath.get(end < 0 ? cgroup : cgroup.substring(0, end));
      if (quota != null) {
        found.add(quota);
      }
      if (end < 0) {
        return found.build().toArray();
      }
    }
  }
}
