// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Cgroup;
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
  public int mendAll(Set<ResourceType> unlisted) {
    return mend(find(unlisted));
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
    for (Known known : objects.list()) {
      Optional<ResourceType> type = Numbering.type(known.type());
      if (type.isEmpty() || unlisted.contains(type.get())) {
        continue;
      }
      Optional<ObjectId> match =
          resolved(known).flatMap(k -> find(listed, type.get(), k.device(), k.id()));
      if (match.isPresent()) {
        matched.add(match.get());
      } else {
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
            known.address(), known.device(), known.type(), false, 0, known.row(), known.mrLength());
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
