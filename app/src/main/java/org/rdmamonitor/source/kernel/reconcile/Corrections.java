// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/**
 * What has to be added to the counters of the BPF programs to give what exists: objects from before
 * the programs, and corrections according to netlink's lists.
 */
public final class Corrections {
  private final Map<Scope, Map<ResourceType, Long>> live = new HashMap<>();
  private final Map<Scope, Map<ResourceType, Long>> unattributed = new HashMap<>();
  private final Map<Scope, Map<Size, Long>> sizes = new HashMap<>();

  /** Adds objects of a type, and their total size. */
  void add(Scope scope, ResourceType type, long count, long size) {
    live.computeIfAbsent(scope, s -> new EnumMap<>(ResourceType.class))
        .merge(type, count, Long::sum);
    Size.of(type).ifPresent(of -> addSize(scope, of, size));
  }

  private void addSize(Scope scope, Size size, long amount) {
    if (amount != 0) {
      sizes.computeIfAbsent(scope, s -> new EnumMap<>(Size.class)).merge(size, amount, Long::sum);
    }
  }

  /** Adds the live objects of these counts, and their sizes. */
  void add(Scope scope, Counts counts) {
    for (ResourceType type : ResourceType.values()) {
      if (counts.live(type) != 0) {
        add(scope, type, counts.live(type), 0);
      }
    }
    for (Size size : Size.values()) {
      addSize(scope, size, counts.total(size));
    }
  }

  /** Adds objects of a device of which only their number is known. */
  void addUnattributed(int device, ResourceType type, long count) {
    unattributed
        .computeIfAbsent(
            new Scope(Cgroup.OVERFLOW_ID, device), s -> new EnumMap<>(ResourceType.class))
        .merge(type, count, Long::sum);
  }

  /** Adds the corrections to what was counted. */
  public void apply(Map<Scope, Counts.Builder> counts) {
    applyAttributed(counts);
    addTo(counts, unattributed);
  }

  /** Adds only the corrections that concern known objects. */
  void applyAttributed(Map<Scope, Counts.Builder> counts) {
    addTo(counts, live);
    sizes.forEach((scope, amounts) -> amounts.forEach(at(counts, scope)::size));
  }

  private static void addTo(
      Map<Scope, Counts.Builder> counts, Map<Scope, Map<ResourceType, Long>> corrections) {
    corrections.forEach(
        (scope, types) -> types.forEach((type, n) -> at(counts, scope).live(type, n)));
  }

  private static Counts.Builder at(Map<Scope, Counts.Builder> counts, Scope scope) {
    return counts.computeIfAbsent(scope, s -> new Counts.Builder());
  }

  /** Moves the corrections of a scope that is given up to another. */
  void move(Scope from, Scope to) {
    Map<ResourceType, Long> types = live.remove(from);
    if (types != null) {
      types.forEach((type, n) -> add(to, type, n, 0));
    }
    Map<Size, Long> amounts = sizes.remove(from);
    if (amounts != null) {
      amounts.forEach((size, amount) -> addSize(to, size, amount));
    }
  }
}
