// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.Detail;
import org.rdmamonitor.model.resource.PathMigration;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.monitor.ObjectMaker;
import org.rdmamonitor.nativelib.monitor.ObjectName;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage.Attributes;
import org.rdmamonitor.nativelib.netlink.RdmaAttributes;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.Connections;
import org.rdmamonitor.source.kernel.host.Processes;
import org.rdmamonitor.source.kernel.host.RdmaResources.Entry;
import org.rdmamonitor.source.kernel.watch.KnownPeers;
import org.rdmamonitor.source.kernel.watch.Numbering;
import org.rdmamonitor.source.kernel.watch.QueuePairPaths;

/**
 * Lists the objects that exist, with their owners, as RDMA netlink reports them. Netlink knows an
 * owner by the thread that made the object, and names none once that thread has ended; then the BPF
 * programs may know who it was. What is kept is bounded, however many objects there are. For one
 * thread at a time.
 */
public final class InventoryReader {
  /**
   * How much is reported one by one.
   *
   * @param objects at most this many
   * @param processes at most this many
   * @param handles address handles, at most this many
   */
  public record Bounds(int objects, int processes, int handles) {
    /** These take about 11 MB, and twice that during a listing. */
    public static final Bounds USUAL = new Bounds(1 << 14, 1 << 12, 1 << 12);
  }

  /** The list of all objects. */
  @FunctionalInterface
  public interface Listing {
    void forEach(Set<ResourceType> unlisted, Consumer<Entry> visitor);
  }

  /** What the BPF programs know and netlink does not. */
  @FunctionalInterface
  public interface Probes {
    KnownPeers peers();

    /** Who made these objects, as far as that is known. This may take long. */
    default Map<ObjectName, ObjectMaker> makers(Set<ObjectName> objects) {
      return Map.of();
    }
  }

  /** How many owners are remembered during a listing, beyond those that are kept. */
  private static final int OWNERS = 1 << 14;

  private final CgroupNames cgroups;
  private final Processes processes;
  private final Clock clock;
  private final Listing listing;
  private final Bounds bounds;
  private final Probes probes;

  /**
   * The makers of those objects of the last list for which netlink named no owner; empty if nobody
   * knows. They are not asked for again as long as no other such objects appear.
   */
  private Map<ObjectName, Optional<ObjectMaker>> makers = Map.of();

  /** A reader with these bounds that knows only what netlink reports. */
  public InventoryReader(
      CgroupNames cgroups, Processes processes, Clock clock, Listing listing, Bounds bounds) {
    this(cgroups, processes, clock, listing, bounds, () -> KnownPeers.NONE);
  }

  /**
   * A reader with these bounds.
   *
   * @param probes what is known besides
   */
  public InventoryReader(
      CgroupNames cgroups,
      Processes processes,
      Clock clock,
      Listing listing,
      Bounds bounds,
      Probes probes) {
    this.cgroups = cgroups;
    this.processes = processes;
    this.clock = clock;
    this.listing = listing;
    this.bounds = bounds;
    this.probes = probes;
  }

  /** Lists everything anew. */
  public Inventory read() {
    Instant time = clock.instant();
    Reading reading = new Reading();
    listing.forEach(EnumSet.noneOf(ResourceType.class), reading::add);
    reading.addUnowned();
    return reading.inventory(time);
  }

  /** What a process owns. */
  private static final class Holding {
    private final int pid;
    private final Optional<Inventory.Owner> owner;
    private final Map<ResourceType, Long> counts = new EnumMap<>(ResourceType.class);
    private final Map<ResourceType, Long> sizes = new EnumMap<>(ResourceType.class);

    Holding(int pid, Optional<Inventory.Owner> owner) {
      this.pid = pid;
      this.owner = owner;
    }

    void add(ResourceType type, long count, long size) {
      counts.merge(type, count, Long::sum);
      sizes.merge(type, size, Long::sum);
    }

    void add(Holding other) {
      other.counts.forEach((type, count) -> add(type, count, other.sizes.getOrDefault(type, 0L)));
    }

    void addRest(List<Inventory.Rest> rest) {
      counts.forEach((type, count) -> {
        if (count > 0) {
          rest.add(new Inventory.Rest(pid, type, count, sizes.getOrDefault(type, 0L)));
        }
      });
    }
  }

  /** One listing of everything. */
  private final class Reading {
    private final Map<Integer, Holding> holdings = new HashMap<>();
    private final Holding others = new Holding(Inventory.OTHERS, Optional.empty());
    private final FairShare<LiveObject> objects = new FairShare<>(bounds.objects(), object -> {});
    private final FairShare<Holding> owners = new FairShare<>(bounds.processes(), this::drop);

    /** Objects for which netlink names no process, or one that is not there any more. */
    private final List<LiveObject> unowned = new ArrayList<>();

    /** If there are too many, the least recently seen are looked up again. */
    private final Map<Integer, Optional<Inventory.Owner>> known = new BoundedMap<>(OWNERS);

    /**
     * The names in the path of each cgroup, the least recently asked for of which are forgotten.
     */
    private final Map<Long, String[]> levels = new BoundedMap<>(OWNERS);

    private void drop(Holding holding) {
      holdings.remove(holding.pid);
      others.add(holding);
    }

    void add(Entry entry) {
      Optional<Inventory.Owner> owner = owner(entry.pid());
      LiveObject object = object(entry, owner);
      if (owner.isEmpty()
          && object.cgroup() != Cgroup.KERNEL_ID
          && unowned.size() < bounds.objects()) {
        unowned.add(object);
      } else {
        add(object, owner);
      }
    }

    private void add(LiveObject object, Optional<Inventory.Owner> owner) {
      List<String> place = place(object.cgroup(), object.pid());
      Holding holding = holdings.get(object.pid());
      if (holding == null) {
        holding = new Holding(object.pid(), owner);
        holdings.put(object.pid(), holding);
        holding.add(object.type(), 1, object.size());
        owners.add(place, holding);
      } else {
        holding.add(object.type(), 1, object.size());
      }
      if (bounds.objects() > 0) {
        place.add(object.type().name());
        objects.add(place, object);
      }
    }

    /** Adds the objects for which no owner was known, with their makers where these are known. */
    void addUnowned() {
      makers = makersOf(unowned.stream().map(InventoryReader::name).collect(Collectors.toSet()));
      for (LiveObject object : unowned) {
        makers
            .getOrDefault(name(object), Optional.empty())
            .ifPresentOrElse(
                maker ->
                    add(
                        object.with(maker.pid(), maker.comm(), maker.cgroup()),
                        owner(maker.pid()).filter(owner -> isThere(owner, maker))),
                () -> add(object, Optional.empty()));
      }
    }

    private Optional<Inventory.Owner> owner(int pid) {
      if (pid == 0) {
        return Optional.empty();
      }
      Optional<Inventory.Owner> owner = known.get(pid);
      if (owner == null) {
        owner = processes.find(pid, cgroups);
        known.put(pid, owner);
      }
      return owner;
    }

    /**
     * Whose share an object counts against: that of each cgroup from the top down, then that of the
     * process.
     */
    private List<String> place(long cgroup, int pid) {
      List<String> place = new ArrayList<>(FairShare.DEEPEST + 2);
      Collections.addAll(
          place,
          levels.computeIfAbsent(
              cgroup, id -> cgroups.cgroup(id).path().split("/", FairShare.DEEPEST)));
      place.add("/" + pid); // cannot be the name of a cgroup
      return place;
    }

    Inventory inventory(Instant time) {
      List<LiveObject> detailed = objects.kept();
      detailed.sort(
          Comparator.comparing(LiveObject::type)
              .thenComparingInt(LiveObject::device)
              .thenComparing(LiveObject::id, Integer::compareUnsigned));
      List<Holding> shown = owners.kept();
      shown.sort(Comparator.comparingInt(holding -> holding.pid));
      for (LiveObject object : detailed) {
        holdings.getOrDefault(object.pid(), others).add(object.type(), -1, -object.size());
      }
      List<Inventory.Rest> rest = new ArrayList<>();
      others.addRest(rest);
      shown.forEach(holding -> holding.addRest(rest));
      KnownPeers known = probes.peers();
      addPaths(detailed, known.paths());
      List<AddressHandle> handles = handles(known.handles());
      return new Inventory(
          time,
          detailed,
          shown.stream().flatMap(holding -> holding.owner.stream()).toList(),
          rest,
          handles,
          known.handles().size() - handles.size());
    }

    /** The handles that are reported one by one, with their present owners. */
    private List<AddressHandle> handles(List<AddressHandle> all) {
      FairShare<AddressHandle> kept = new FairShare<>(bounds.handles(), handle -> {});
      for (AddressHandle handle : all) {
        AddressHandle owned =
            owner(handle.pid())
                .map(owner -> handle.with(owner.comm(), owner.cgroup()))
                .orElse(handle);
        kept.add(place(owned.cgroup(), owned.pid()), owned);
      }
      List<AddressHandle> handles = kept.kept();
      handles.sort(Comparator.comparingInt(AddressHandle::number));
      return handles;
    }
  }

  private Map<ObjectName, Optional<ObjectMaker>> makersOf(Set<ObjectName> objects) {
    Map<ObjectName, Optional<ObjectMaker>> known = new HashMap<>(makers);
    known.keySet().retainAll(objects);
    if (known.size() < objects.size()) {
      Map<ObjectName, ObjectMaker> found = probes.makers(objects);
      objects.forEach(object -> known.put(object, Optional.ofNullable(found.get(object))));
    }
    return known;
  }

  /** Whether a process is the one that made an object, and not a later one with the same number. */
  private static boolean isThere(Inventory.Owner owner, ObjectMaker maker) {
    return owner.started().toNanos() <= maker.createdNanos();
  }

  private static ObjectName name(LiveObject object) {
    return new ObjectName(object.device(), Numbering.of(object.type()), object.id());
  }

  private static void addPaths(
      List<LiveObject> objects, Map<QueuePairPaths.Key, QueuePairPath> known) {
    objects.replaceAll(object -> {
      QueuePairPath path = known.get(new QueuePairPaths.Key(object.device(), object.id()));
      return path != null && object.detail() instanceof LiveObject.QueuePair pair
          ? object.with(pair.with(path))
          : object;
    });
  }

  private static LiveObject object(Entry entry, Optional<Inventory.Owner> owner) {
    boolean kernel = entry.pid() == 0 && !entry.kernelName().isEmpty();
    return new LiveObject(
        entry.type(),
        entry.device(),
        entry.id(),
        owner.map(Inventory.Owner::pid).orElse(entry.pid()),
        owner.map(Inventory.Owner::comm).orElse(entry.kernelName()),
        kernel ? Cgroup.KERNEL_ID : owner.map(Inventory.Owner::cgroup).orElse(Cgroup.OVERFLOW_ID),
        detail(entry.type(), entry.attributes()));
  }

  static Detail detail(ResourceType type, Attributes entry) {
    return switch (type) {
      case QP ->
          new LiveObject.QueuePair(
              QueuePairType.of(entry.u8(RdmaAttributes.RES_TYPE).orElse(-1)),
              QueuePairState.of(entry.u8(RdmaAttributes.RES_STATE).orElse(-1)),
              entry.u32(RdmaAttributes.RES_LQPN).orElse(0),
              entry.u32(RdmaAttributes.RES_RQPN),
              entry.u32(RdmaAttributes.RES_RQ_PSN),
              entry.u32(RdmaAttributes.RES_SQ_PSN),
              entry.u32(RdmaAttributes.PORT_INDEX).orElse(0),
              entry.u32(RdmaAttributes.RES_PDN),
              PathMigration.of(entry.u8(RdmaAttributes.RES_PATH_MIG_STATE).orElse(-1)),
              Optional.empty());
      case MR ->
          new LiveObject.Region(
              entry.u64(RdmaAttributes.RES_MRLEN).orElse(0),
              entry.u32(RdmaAttributes.RES_RKEY),
              entry.u32(RdmaAttributes.RES_LKEY),
              entry.u64(RdmaAttributes.RES_IOVA).stream().boxed().findFirst(),
              entry.u32(RdmaAttributes.RES_PDN));
      case CQ ->
          new LiveObject.CompletionQueue(
              entry.u32(RdmaAttributes.RES_CQE).orElse(0),
              entry.u64(RdmaAttributes.RES_USECNT).orElse(0),
              entry.u32(RdmaAttributes.RES_CTXN));
      case CM_ID ->
          new LiveObject.Connection(
              Connections.state(entry.u8(RdmaAttributes.RES_STATE).orElse(-1)),
              Connections.portSpace(entry.u32(RdmaAttributes.RES_PS).orElse(-1)),
              entry.bytes(RdmaAttributes.RES_SRC_ADDR).map(Connections::address).orElse(""),
              entry.bytes(RdmaAttributes.RES_DST_ADDR).map(Connections::address).orElse(""),
              nonZero(entry.u32(RdmaAttributes.RES_LQPN)));
      case PD, SRQ, CTX -> LiveObject.None.NONE;
    };
  }

  private static OptionalInt nonZero(OptionalInt value) {
    return value.orElse(0) == 0 ? OptionalInt.empty() : value;
  }
}
