// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.bpf.BpfProgram;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_object;
import org.rdmamonitor.nativelib.generated.rm_seed;

/**
 * The live objects that the BPF programs know: those whose creation they saw, by address, and those
 * that this side entered, by device, type and id. The former are in shared memory, unless another
 * has their place; a look at all others is a series of system calls. On some kernels kprobes do not
 * run on a CPU during these, so it is not meant for every interval. Not to be used after {@link
 * #close()}.
 */
public final class ObjectTable implements KnownObjects, HeldObjects, AutoCloseable {
  private static final int[] NO_SHARES = {};

  /** How many objects, one after the other at the same address, are followed while looking. */
  private static final int MOST_AT_AN_ADDRESS = 8;

  private final ObjectPlaces places;

  /** Those whose place another has, by address. */
  private final BpfMap elsewhere;

  private final BpfMap seeded;
  private final BpfProgram resolve;
  private final BpfProgram share;
  private final BpfProgram forget;
  private @Nullable QuotaTable quotas;
  private LongFunction<Optional<int[]>> shares = _ -> Optional.of(NO_SHARES);

  public ObjectTable(BpfObject bpf) {
    places = new ObjectPlaces(bpf.map("object_places"), bpf.map("object_claims"));
    elsewhere = bpf.map("objects");
    seeded = bpf.map("seeded");
    resolve = bpf.program("resolve");
    share = bpf.program("share");
    forget = bpf.program("forget");
  }

  /** Visits all objects whose creation was seen. */
  private void forEachSeen(ObjectPlaces.Visitor visitor) {
    places.forEach(visitor);
    elsewhere.forEach((key, value) -> visitor.visit(key.get(ValueLayout.JAVA_LONG, 0), value));
  }

  /** Copies the object at an address, if its creation was seen; false if there is none. */
  private boolean read(long address, MemorySegment value) {
    if (places.read(address, value)) {
      return true;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = rm_object.allocate(arena);
      boolean isThere = elsewhere.get(arena.allocateFrom(ValueLayout.JAVA_LONG, address), found);
      if (isThere) {
        value.copyFrom(found);
      }
      return isThere;
    }
  }

  /**
   * From now on these quotas hold the objects that are entered, and get back what they held for
   * those that are removed.
   *
   * @param sharesOfCgroup the quotas of tenants that the objects of a cgroup count for, beside the
   *     host's; empty if it is not known
   */
  public void countFor(QuotaTable table, LongFunction<Optional<int[]>> sharesOfCgroup) {
    quotas = table;
    shares = sharesOfCgroup;
  }

  @Override
  public Set<Long> shareAnew() {
    Map<Long, Optional<int[]>> ofCgroups = new HashMap<>();
    forEachSeen((address, value) -> {
      for (int i = 0; i < MOST_AT_AN_ADDRESS; i++) {
        int[] wanted = sharesOf(ofCgroups, value);
        if (hasWanted(value, wanted) || share(address, value, wanted) || !read(address, value)) {
          return;
        }
        // It has ended since it was read, and another object has its address.
      }
    });
    // The programs only remove these elements, so this side may write to them.
    seeded.forEach((key, value) -> {
      int[] wanted = sharesOf(ofCgroups, value);
      if (!hasWanted(value, wanted)) {
        reshare(key, value, wanted, becomesSized(value));
      }
    });
    Set<Long> unknown = new HashSet<>();
    ofCgroups.forEach((cgroup, found) -> {
      if (found.isEmpty()) {
        unknown.add(cgroup);
      }
    });
    return unknown;
  }

  private boolean hasWanted(MemorySegment value, int[] wanted) {
    return hasShares(value, wanted) && !becomesSized(value);
  }

  /**
   * Makes an object count for these quotas; false if it no longer exists. A BPF program does it,
   * since the programs write to the element, and only a program can change a part of it atomically.
   */
  private boolean share(long address, MemorySegment value, int[] wanted) {
    return share.testRun(
            address,
            rm_object.created_ns(value),
            shareAt(wanted, 0),
            shareAt(wanted, 1),
            shareAt(wanted, 2))
        == 1;
  }

  /**
   * Makes an entered object count for these quotas. What it takes in addition is taken before its
   * entry says so, since the programs may end the object, and give back what its entry says, at any
   * time. Quotas that it counted for already are left alone.
   */
  private void reshare(MemorySegment key, MemorySegment value, int[] wanted, boolean becomesSized) {
    Map<Integer, Long> before = heldBy(value);
    setShares(value, wanted);
    if (becomesSized) {
      rm_object.sized(value, (byte) 1);
    }
    Map<Integer, Long> now = heldBy(value);
    int type = rm_object.type(value);
    add(type, now, before, 1);
    if (seeded.replace(key, value)) {
      add(type, before, now, -1);
    } else {
      add(type, now, before, -1);
    }
  }

  /**
   * Adds an object this many times to the quotas that are only in the first map; for quotas in
   * both, adds only by how much larger its size is in the first.
   */
  private void add(int type, Map<Integer, Long> these, Map<Integer, Long> others, int times) {
    QuotaTable table = quotas;
    if (table == null) {
      return;
    }
    these.forEach((quota, size) -> {
      if (!others.containsKey(quota)) {
        table.addHeld(quota, type, times);
      }
      long more = Math.max(0, size - others.getOrDefault(quota, 0L));
      if (more != 0) {
        table.addHeld(quota, QuotaTable.sizeHolding(type), times * more);
      }
    });
  }

  /** The quotas that hold an object, each with its size. */
  private static Map<Integer, Long> heldBy(MemorySegment value) {
    long size = sizeHeld(value);
    return Arrays.stream(quotasOf(value)).boxed().collect(Collectors.toMap(q -> q, _ -> size));
  }

  private static long sizeHeld(MemorySegment value) {
    return rm_object.sized(value) == 0
        ? 0
        : QuotaTable.sizeHeld(rm_object.type(value), rm_object.size(value));
  }

  /**
   * The quotas that it should count for; if these are not known, the ones that it counts for now.
   */
  private int[] sharesOf(Map<Long, Optional<int[]>> ofCgroups, MemorySegment value) {
    return ofCgroups
        .computeIfAbsent(rm_object.cgroup(value), shares::apply)
        .orElseGet(() -> sharesIn(value));
  }

  /** Whether the size of an object should count, and does not yet. */
  private boolean becomesSized(MemorySegment value) {
    return rm_object.sized(value) == 0 && isSized(rm_object.type(value));
  }

  private boolean isSized(int type) {
    return quotas != null && quotas.isSized(type);
  }

  /** Adds an object this many times to all its quotas. */
  private void hold(MemorySegment value, int times) {
    if (times != 0) {
      add(rm_object.type(value), heldBy(value), Map.of(), times);
    }
  }

  private static int[] quotasOf(MemorySegment value) {
    return IntStream.concat(
            IntStream.of(QuotaTable.HOST),
            Arrays.stream(sharesIn(value)).filter(share -> share != 0))
        .toArray();
  }

  @Override
  public Totals totals() {
    Totals totals = new Totals();
    forEachSeen((_, value) -> add(totals, value));
    seeded.forEach((key, value) -> add(totals, value));
    return totals;
  }

  private static void add(Totals totals, MemorySegment value) {
    totals.add(rm_object.type(value), sizeHeld(value), isListed(value), quotasOf(value));
  }

  private static int[] sharesIn(MemorySegment value) {
    int[] found = new int[RdmaMonitorAbi.RM_SHARES()];
    for (int i = 0; i < found.length; i++) {
      found[i] = Short.toUnsignedInt(rm_object.shares(value, i));
    }
    return found;
  }

  private static int shareAt(int[] quotas, int i) {
    return i < quotas.length ? quotas[i] : 0;
  }

  private static boolean hasShares(MemorySegment value, int[] quotas) {
    for (int i = 0; i < RdmaMonitorAbi.RM_SHARES(); i++) {
      if (Short.toUnsignedInt(rm_object.shares(value, i)) != shareAt(quotas, i)) {
        return false;
      }
    }
    return true;
  }

  private static void setShares(MemorySegment value, int[] quotas) {
    for (int i = 0; i < RdmaMonitorAbi.RM_SHARES(); i++) {
      rm_object.shares(value, i, (short) shareAt(quotas, i));
    }
  }

  @Override
  public void forEach(Consumer<Known> visitor) {
    forEachSeen((address, value) -> {
      if (isListed(value)) {
        visitor.accept(known(address, value));
      }
    });
    seeded.forEach((key, value) -> visitor.accept(known(0, value)));
  }

  /**
   * Whether an object is in the kernel's list: not if a driver is being asked to destroy it, nor if
   * it is not tracked.
   */
  private static boolean isListed(MemorySegment value) {
    int unlisted = RdmaMonitorAbi.RM_OBJECT_DYING() | RdmaMonitorAbi.RM_OBJECT_UNLISTED();
    return (rm_object.flags(value) & unlisted) == 0;
  }

  /**
   * Who made these objects, as far as that is known. It is not known for kernel consumers, nor for
   * objects whose id has not been asked for yet. Reads all objects, no matter how few are wanted.
   */
  public Map<ObjectName, ObjectMaker> makers(Set<ObjectName> wanted) {
    Map<ObjectName, ObjectMaker> found = new HashMap<>();
    forEachSeen((_, value) -> addMaker(found, wanted, value));
    seeded.forEach((_, value) -> addMaker(found, wanted, value));
    return found;
  }

  /** Of two objects with the same name the older one has ended without being seen. */
  private static void addMaker(
      Map<ObjectName, ObjectMaker> found, Set<ObjectName> wanted, MemorySegment value) {
    int told = RdmaMonitorAbi.RM_OBJECT_ID() | RdmaMonitorAbi.RM_OBJECT_KERNEL();
    ObjectName name =
        new ObjectName(rm_object.device(value), rm_object.type(value), rm_object.id(value));
    if ((rm_object.flags(value) & told) == RdmaMonitorAbi.RM_OBJECT_ID()
        && isListed(value)
        && wanted.contains(name)) {
      ObjectMaker maker =
          new ObjectMaker(
              rm_object.created_ns(value),
              rm_object.pid(value),
              TaskNames.of(rm_object.comm(value)),
              rm_object.cgroup(value));
      found.merge(
          name, maker, (one, other) -> one.createdNanos() >= other.createdNanos() ? one : other);
    }
  }

  private static Known known(long address, MemorySegment value) {
    return new Known(
        address,
        rm_object.created_ns(value),
        rm_object.device(value),
        rm_object.type(value),
        (rm_object.flags(value) & RdmaMonitorAbi.RM_OBJECT_ID()) != 0,
        rm_object.id(value),
        rm_object.row(value),
        rm_object.size(value));
  }

  @Override
  public boolean resolve(long address) {
    return resolve.testRun(address) == 1;
  }

  @Override
  public @Nullable Known get(long address) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = rm_object.allocate(arena);
      return read(address, value) && isListed(value) ? known(address, value) : null;
    }
  }

  @Override
  public boolean seed(
      int device, int type, int id, int row, long cgroup, int pid, String name, long size) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = rm_object.allocate(arena);
      value.fill((byte) 0);
      rm_object.cgroup(value, cgroup);
      rm_object.size(value, size);
      rm_object.row(value, row);
      rm_object.device(value, device);
      rm_object.id(value, id);
      rm_object.pid(value, pid);
      rm_object.type(value, (byte) type);
      int kernel =
          cgroup == RdmaMonitorAbi.RM_CGROUP_KERNEL() ? RdmaMonitorAbi.RM_OBJECT_KERNEL() : 0;
      rm_object.flags(value, (byte) (RdmaMonitorAbi.RM_OBJECT_ID() | kernel));
      rm_object.copies(value, (byte) RdmaMonitorAbi.RM_COPY_SEED());
      setShares(value, shares.apply(cgroup).orElse(NO_SHARES));
      if (isSized(type)) {
        rm_object.sized(value, (byte) 1);
      }
      byte[] comm = name.getBytes(StandardCharsets.UTF_8);
      int length = Math.min(comm.length, RdmaMonitorAbi.RM_COMM() - 1);
      MemorySegment.copy(comm, 0, rm_object.comm(value), ValueLayout.JAVA_BYTE, 0, length);
      boolean isNew = seeded.insert(seedKey(arena, device, type, id), value);
      hold(value, isNew ? 1 : 0);
      return isNew;
    }
  }

  @Override
  public boolean forget(Known object) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = rm_object.allocate(arena);
      boolean isGone =
          object.address() == 0
              ? forgetSeeded(object, arena, value)
              : read(object.address(), value)
                  && rm_object.created_ns(value) == object.createdNanos()
                  && forget.testRun(object.address(), object.createdNanos()) == 1;
      hold(value, isGone ? -1 : 0);
      return isGone;
    }
  }

  /** The same for an object that this side entered; its element is copied. */
  private boolean forgetSeeded(Known object, Arena arena, MemorySegment value) {
    MemorySegment key = seedKey(arena, object.device(), object.type(), object.id());
    return seeded.get(key, value) && seeded.remove(key);
  }

  @Override
  public void close() {
    places.close();
  }

  private static MemorySegment seedKey(Arena arena, int device, int type, int id) {
    MemorySegment key = rm_seed.allocate(arena);
    rm_seed.device(key, device);
    rm_seed.type(key, type);
    rm_seed.id(key, id);
    return key;
  }
}
