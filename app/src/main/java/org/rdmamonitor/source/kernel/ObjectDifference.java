// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Cgroup;
import org.rdmamonitor.model.Counts;
import org.rdmamonitor.model.Device;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.nativelib.ObjectTable;
import org.rdmamonitor.nativelib.ObjectTable.Known;
import org.rdmamonitor.source.kernel.RdmaResources.Listed;
import org.rdmamonitor.source.kernel.RdmaResources.ObjectId;

/**
 * The difference between the objects that the BPF programs know and those that netlink lists, and
 * its mending: unknown objects are told to the programs, with the cgroup of the process that owns
 * them; objects that are gone are forgotten.
 */
final class ObjectDifference implements Reconciler.Mender {
  /** Where the objects of a cgroup on a device are counted. */
  interface Rows {
    int rowOf(long cgroup, int device);

    Scope scopeOf(int row);
  }

  private final ObjectTable objects;
  private final Function<Set<ResourceType>, List<Listed>> listing;
  private final Rows rows;
  private final CgroupNames cgroups;
  private final Corrections corrections;

  /**
   * A difference to be found and mended.
   *
   * @param listing what netlink lists; it adds the types that it cannot list to the set it is given
   */
  ObjectDifference(
      ObjectTable objects,
      Function<Set<ResourceType>, List<Listed>> listing,
      Rows rows,
      CgroupNames cgroups,
      Corrections corrections) {
    this.objects = objects;
    this.listing = listing;
    this.rows = rows;
    this.cgroups = cgroups;
    this.corrections = corrections;
  }

  /**
   * Objects on one side only.
   *
   * @param missing listed, and not known to the programs
   * @param extra known to the programs, and not listed
   */
  private record Found(Set<Listed> missing, Set<Known> extra) {}

  @Override
  public int takeIn(Set<ResourceType> unlisted) {
    // What is known and not listed may have been created meanwhile.
    return mend(new Found(find(unlisted).missing, Set.of()));
  }

  @Override
  public int mendConfirmed(Set<ResourceType> unlisted, Duration pause) {
    Found first = find(unlisted);
    if (first.missing.isEmpty() && first.extra.isEmpty()) {
      return 0;
    }
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
    Found second = find(unlisted);
    second.missing.retainAll(first.missing);
    second.extra.retainAll(first.extra);
    return mend(second);
  }

  private int mend(Found found) {
    int mended = 0;
    for (Known object : found.extra) {
      mended += forget(object) ? 1 : 0;
    }
    for (Listed object : found.missing) {
      mended += seed(object) ? 1 : 0;
    }
    return mended;
  }

  private Found find(Set<ResourceType> unlisted) {
    // Listed first: an object made meanwhile is then known and not missing.
    Map<ObjectId, Listed> listed = new HashMap<>();
    listing.apply(unlisted).forEach(object -> listed.put(object.objectId(), object));
    Set<Known> extra = new HashSet<>();
    Set<ObjectId> matched = new HashSet<>();
    List<Known> all = new ArrayList<>(objects.list());
    // An object whose creation was seen goes before one that was told of, which it has outlived if
    // both have the same id.
    all.sort(Comparator.comparing(known -> known.address() == 0));
    for (Known known : all) {
      Optional<ResourceType> type = Numbering.type(known.type());
      if (type.isEmpty() || unlisted.contains(type.get())) {
        continue;
      }
      Optional<ObjectId> match =
          resolved(known).flatMap(k -> find(listed, type.get(), k.device(), k.id()));
      if (match.isPresent() && matched.add(match.get())) {
        continue;
      }
      if (match.isEmpty() || known.address() == 0) {
        extra.add(withoutId(known));
      }
    }
    listed.keySet().removeAll(matched);
    return new Found(new HashSet<>(listed.values()), extra);
  }

  /** So that an object compares equal in two looks, also if its id was learnt between them. */
  private static Known withoutId(Known known) {
    return known.address() == 0
        ? known
        : new Known(
            known.address(),
            known.createdNanos(),
            known.device(),
            known.type(),
            false,
            0,
            known.row(),
            known.mrLength());
  }

  private Optional<Known> resolved(Known known) {
    if (known.idKnown()) {
      return Optional.of(known);
    }
    @Nullable Known now = objects.resolve(known.address()) ? objects.get(known.address()) : null;
    return Optional.ofNullable(now);
  }

  private static Optional<ObjectId> find(
      Map<ObjectId, Listed> listed, ResourceType type, int device, int id) {
    if (device != Device.UNKNOWN_INDEX) {
      ObjectId exact = new ObjectId(device, type, id);
      return listed.containsKey(exact) ? Optional.of(exact) : Optional.empty();
    }
    return listed.keySet().stream().filter(o -> o.type() == type && o.id() == id).findFirst();
  }

  private boolean forget(Known object) {
    if (!objects.forget(object)) {
      return false;
    }
    Numbering.type(object.type())
        .ifPresent(
            type -> corrections.add(rows.scopeOf(object.row()), type, -1, -object.mrLength()));
    return true;
  }

  @Override
  public OptionalLong recount(Supplier<Map<Scope, Counts.Builder>> counted) {
    Map<Scope, Counts> before = attributed(counted);
    Map<Scope, Counts.Builder> expected = new HashMap<>();
    for (Known known : objects.list()) {
      Optional<ResourceType> type = Numbering.type(known.type());
      if (type.isPresent()) {
        expected
            .computeIfAbsent(rows.scopeOf(known.row()), s -> new Counts.Builder())
            .live(type.get(), 1)
            .mrBytes(known.mrLength());
      }
    }
    if (!before.equals(attributed(counted))) {
      return OptionalLong.empty();
    }
    long wrong = 0;
    Set<Scope> scopes = new HashSet<>(before.keySet());
    scopes.addAll(expected.keySet());
    for (Scope scope : scopes) {
      Counts difference =
          expected
              .getOrDefault(scope, new Counts.Builder())
              .build()
              .minus(before.getOrDefault(scope, Counts.ZERO));
      corrections.add(scope, difference);
      for (ResourceType type : ResourceType.values()) {
        wrong += Math.abs(difference.live(type));
      }
    }
    return OptionalLong.of(wrong);
  }

  private Map<Scope, Counts> attributed(Supplier<Map<Scope, Counts.Builder>> counted) {
    Map<Scope, Counts.Builder> counts = counted.get();
    corrections.applyAttributed(counts);
    Map<Scope, Counts> result = new HashMap<>();
    counts.forEach((scope, builder) -> result.put(scope, builder.build()));
    return result;
  }

  /** The cgroup to which an object belongs whose creation nobody saw: its process's present one. */
  static long owner(Listed object, CgroupNames cgroups) {
    if (object.pid() != 0) {
      return cgroups.idOf(object.pid()).orElse(Cgroup.OVERFLOW_ID);
    }
    return object.name().isEmpty() ? Cgroup.OVERFLOW_ID : Cgroup.KERNEL_ID;
  }

  private boolean seed(Listed object) {
    long cgroup = owner(object, cgroups);
    int row = rows.rowOf(cgroup, object.device());
    boolean seeded =
        objects.seed(
            object.device(),
            Numbering.of(object.type()),
            object.id(),
            row,
            cgroup,
            object.pid(),
            object.name(),
            object.mrLength());
    if (seeded) {
      Scope scope = rows.scopeOf(row);
      corrections.add(scope, object.type(), 1, object.mrLength());
    }
    return seeded;
  }
}
