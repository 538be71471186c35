// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.monitor.KnownObjects;
import org.rdmamonitor.nativelib.monitor.KnownObjects.Known;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.RdmaResources.Listed;
import org.rdmamonitor.source.kernel.watch.Numbering;

/**
 * Finds the differences between the objects that the BPF programs know and those that netlink
 * lists, and removes them: unknown objects are entered in the programs' tables, with the cgroup of
 * the process that owns them; objects that are gone are removed. Some ten megabytes are enough for
 * any number of objects: they are compared in a short form, and part by part if they are too many
 * for that.
 */
public final class ObjectMender implements Reconciler.Mender {
  /** The most objects that are compared at once, with eight bytes each. */
  static final int MOST_KEYS = 1 << 20;

  /** The most objects to be removed that one pass finds; the next pass finds the others. */
  private static final int MOST_EXTRA = 1 << 14;

  /** How many owners and rows are remembered while objects are entered. */
  private static final int MOST_OWNERS = 1 << 12;

  /** Where the objects of a cgroup on a device are counted. */
  public interface Rows {
    int rowOf(long cgroup, int device);

    Scope scopeOf(int row);
  }

  /** Netlink's list, given object by object; types that it cannot list are added to the set. */
  @FunctionalInterface
  public interface Listing {
    void forEach(Set<ResourceType> unlisted, Consumer<Listed> visitor);
  }

  private final KnownObjects objects;
  private final Listing listing;
  private final Rows rows;
  private final CgroupNames cgroups;
  private final Corrections corrections;
  private final IntPredicate isHidden;
  private final int mostKeys;

  /**
   * Begins without having compared anything.
   *
   * @param objects without those of hidden devices
   * @param isHidden of the index of a device: its counts are left as they are
   */
  public ObjectMender(
      KnownObjects objects,
      Listing listing,
      Rows rows,
      CgroupNames cgroups,
      Corrections corrections,
      IntPredicate isHidden) {
    this(objects, listing, rows, cgroups, corrections, isHidden, MOST_KEYS);
  }

  /** The same, with this many objects compared at once. */
  ObjectMender(
      KnownObjects objects,
      Listing listing,
      Rows rows,
      CgroupNames cgroups,
      Corrections corrections,
      IntPredicate isHidden,
      int mostKeys) {
    this.objects = objects;
    this.listing = listing;
    this.rows = rows;
    this.cgroups = cgroups;
    this.corrections = corrections;
    this.isHidden = isHidden;
    this.mostKeys = mostKeys;
  }

  /** A part of the objects: those whose ids leave this remainder when divided by that number. */
  private record Part(int rest, int of) {
    boolean has(int id) {
      return Integer.remainderUnsigned(id, of) == rest;
    }
  }

  /** Objects on one side only. */
  private static final class Found {
    /** The numbering of devices in the keys. */
    private final Map<Integer, Integer> devices;

    /** Keys of objects that are listed, and that the programs do not know. */
    private final long[] missing;

    /** Objects that the programs know, and that are not listed. */
    private final Set<Known> extra;

    Found(Map<Integer, Integer> devices, long[] missing, Set<Known> extra) {
      this.devices = devices;
      this.missing = missing;
      this.extra = extra;
    }

    boolean isNothing() {
      return missing.length == 0 && extra.isEmpty();
    }
  }

  /** Corrects a part; empty if it is too large to be compared at once. */
  private interface Mending {
    OptionalInt mend(Part part);
  }

  private static int inParts(Mending mending) {
    int mended = 0;
    int parts = 1;
    for (int part = 0; part < parts; part++) {
      OptionalInt done = mending.mend(new Part(part, parts));
      if (done.isPresent()) {
        mended += done.getAsInt();
      } else {
        parts *= 4;
        part = -1;
      }
    }
    return mended;
  }

  @Override
  public int takeIn(Set<ResourceType> unlisted) {
    return inParts(part -> {
      Optional<Found> found = find(unlisted, part, ObjectKeys.numbering());
      // An object that is known and not listed may have been created meanwhile.
      return found.isEmpty()
          ? OptionalInt.empty()
          : OptionalInt.of(
              mend(unlisted, new Found(found.get().devices, found.get().missing, Set.of())));
    });
  }

  @Override
  public int mendConfirmed(Set<ResourceType> unlisted, Duration pause) {
    return inParts(part -> mendConfirmed(unlisted, pause, part));
  }

  private OptionalInt mendConfirmed(Set<ResourceType> unlisted, Duration pause, Part part) {
    Map<Integer, Integer> devices = ObjectKeys.numbering();
    Optional<Found> first = find(unlisted, part, devices);
    if (first.isEmpty() || first.get().isNothing()) {
      return first.isEmpty() ? OptionalInt.empty() : OptionalInt.of(0);
    }
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.of(0);
    }
    Optional<Found> second = find(unlisted, part, devices);
    if (second.isEmpty()) {
      return OptionalInt.empty();
    }
    Set<Known> extra = new HashSet<>(second.get().extra);
    extra.retainAll(first.get().extra);
    long[] missing = ObjectKeys.both(second.get().missing, first.get().missing);
    return OptionalInt.of(mend(unlisted, new Found(devices, missing, extra)));
  }

  private int mend(Set<ResourceType> unlisted, Found found) {
    int mended = 0;
    for (Known object : found.extra) {
      mended += forget(object) ? 1 : 0;
    }
    if (found.missing.length > 0) {
      Seeding seeding = new Seeding(found);
      listing.forEach(unlisted, seeding::add);
      mended += seeding.seeded;
    }
    return mended;
  }

  private Optional<Found> find(
      Set<ResourceType> unlisted, Part part, Map<Integer, Integer> devices) {
    // The list comes first: so an object made meanwhile is known and not listed, and does not look
    // as if it were missing.
    ObjectKeys listed = new ObjectKeys(devices);
    listing.forEach(
        unlisted,
        object -> {
          if (part.has(object.id()) && listed.size() <= mostKeys) {
            listed.add(object);
          }
        });
    if (listed.size() > mostKeys) {
      return Optional.empty();
    }
    listed.settle();
    Set<Known> extra = new HashSet<>();
    // Objects whose creation was seen are matched first: if one that was only entered has the same
    // id, it is older, and has gone.
    objects.forEach(known -> {
      Optional<ResourceType> type = Numbering.type(known.type());
      if (type.isPresent()
          && !unlisted.contains(type.get())
          && extra.size() < MOST_EXTRA
          && isExtra(listed, known, type.get(), part)) {
        extra.add(withoutId(known));
      }
    });
    return Optional.of(new Found(devices, listed.unmatched(), extra));
  }

  private boolean isExtra(ObjectKeys listed, Known known, ResourceType type, Part part) {
    Optional<Known> resolved = resolved(known);
    if (resolved.isEmpty()) {
      return part.rest == 0;
    }
    int id = resolved.get().id();
    if (!part.has(id)) {
      return false;
    }
    return switch (listed.match(resolved.get().device(), type, id)) {
      case FOUND -> false;
      case TAKEN -> known.address() == 0;
      case NONE -> true;
    };
  }

  /** What identifies an object in both passes, even if its id became known in between. */
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
            known.size());
  }

  private Optional<Known> resolved(Known known) {
    if (known.idKnown()) {
      return Optional.of(known);
    }
    @Nullable Known now = objects.resolve(known.address()) ? objects.get(known.address()) : null;
    return Optional.ofNullable(now);
  }

  private boolean forget(Known object) {
    if (!objects.forget(object)) {
      return false;
    }
    Numbering.type(object.type())
        .ifPresent(type -> corrections.add(rows.scopeOf(object.row()), type, -1, -object.size()));
    return true;
  }

  @Override
  public OptionalLong recount(Supplier<Map<Scope, Counts.Builder>> counted) {
    Map<Scope, Counts> before = attributed(counted);
    Map<Scope, Counts.Builder> expected = new HashMap<>();
    objects.forEach(known -> {
      Optional<ResourceType> type = Numbering.type(known.type());
      if (type.isPresent()) {
        expected
            .computeIfAbsent(rows.scopeOf(known.row()), s -> new Counts.Builder())
            .live(type.get(), 1)
            .size(type.get(), known.size());
      }
    });
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
    counts.keySet().removeIf(scope -> isHidden.test(scope.device()));
    Map<Scope, Counts> result = new HashMap<>();
    counts.forEach((scope, builder) -> result.put(scope, builder.build()));
    return result;
  }

  /** The cgroup of an object whose creation was not seen: the one that its process is in now. */
  public static long owner(Listed object, CgroupNames cgroups) {
    if (object.pid() != 0) {
      return cgroups.idOf(object.pid()).orElse(Cgroup.OVERFLOW_ID);
    }
    return object.name().isEmpty() ? Cgroup.OVERFLOW_ID : Cgroup.KERNEL_ID;
  }

  /** Enters objects in the tables of the programs that do not know them. */
  private final class Seeding {
    private final ObjectKeys keys;
    private final long[] missing;
    private final Map<Integer, Long> owners = new HashMap<>();
    private final Map<Scope, Integer> rowNumbers = new HashMap<>();
    private int seeded;

    Seeding(Found found) {
      this.keys = new ObjectKeys(found.devices);
      this.missing = found.missing;
    }

    void add(Listed object) {
      long key = keys.key(object);
      if (key >= 0 && ObjectKeys.contains(missing, key)) {
        seeded += seed(object) ? 1 : 0;
      }
    }

    private long ownerOf(Listed object) {
      if (owners.size() >= MOST_OWNERS) {
        owners.clear();
        rowNumbers.clear();
      }
      return object.pid() == 0
          ? owner(object, cgroups)
          : owners.computeIfAbsent(object.pid(), pid -> owner(object, cgroups));
    }

    private boolean seed(Listed object) {
      long cgroup = ownerOf(object);
      int row =
          rowNumbers.computeIfAbsent(
              new Scope(cgroup, object.device()), s -> rows.rowOf(cgroup, object.device()));
      boolean isNew =
          objects.seed(
              object.device(),
              Numbering.of(object.type()),
              object.id(),
              row,
              cgroup,
              object.pid(),
              object.name(),
              object.size());
      if (isNew) {
        Scope scope = rows.scopeOf(row);
        corrections.add(scope, object.type(), 1, object.size());
      }
      return isNew;
    }
  }
}
