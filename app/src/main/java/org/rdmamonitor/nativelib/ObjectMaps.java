// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_object;
import org.rdmamonitor.nativelib.generated.rm_seed;

/**
 * The live objects that the BPF object knows: those whose creation it saw, by address, and those
 * that it was told of, by device, type and id. Each look is a row of system calls; on some kernels
 * kprobes do not run on a CPU while one is under way, so this is not for every interval.
 */
public final class ObjectMaps implements ObjectTable {
  private final BpfMap objects;
  private final BpfMap seeded;
  private final BpfProgram resolve;
  private final BpfProgram share;
  private LongFunction<int[]> shares = cgroup -> new int[0];

  public ObjectMaps(BpfObject bpf) {
    objects = bpf.map("objects");
    seeded = bpf.map("seeded");
    resolve = bpf.program("resolve");
    share = bpf.program("share");
  }

  /** From now on, objects that are seeded count for these quotas of tenants, by their cgroup. */
  public void countFor(LongFunction<int[]> sharesOfCgroup) {
    shares = sharesOfCgroup;
  }

  /** Has the objects that are known count for the quotas of tenants as these are now. */
  public void shareAnew() {
    Map<Long, int[]> ofCgroups = new HashMap<>();
    objects.forEach((key, value) -> {
      int[] quotas = ofCgroups.computeIfAbsent(rm_object.cgroup(value), shares::apply);
      if (!hasShares(value, quotas)) {
        // The programs write to these: no other than one of them can change a part.
        share.testRun(
            key.get(ValueLayout.JAVA_LONG, 0),
            shareAt(quotas, 0),
            shareAt(quotas, 1),
            shareAt(quotas, 2));
      }
    });
    // And those they only remove.
    seeded.forEach((key, value) -> {
      int[] quotas = ofCgroups.computeIfAbsent(rm_object.cgroup(value), shares::apply);
      if (!hasShares(value, quotas)) {
        setShares(value, quotas);
        seeded.replace(key, value);
      }
    });
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
    objects.forEach((key, value) -> {
      if (!isDying(value)) {
        visitor.accept(known(key.get(ValueLayout.JAVA_LONG, 0), value));
      }
    });
    seeded.forEach((key, value) -> visitor.accept(known(0, value)));
  }

  /** Whether a driver is being asked to destroy an object, which is counted as gone already. */
  private static boolean isDying(MemorySegment value) {
    return (rm_object.flags(value) & RdmaMonitorAbi.RM_OBJECT_DYING()) != 0;
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
        rm_object.mr_length(value));
  }

  @Override
  public boolean resolve(long address) {
    return resolve.testRun(address) == 1;
  }

  @Override
  public @Nullable Known get(long address) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment key = arena.allocateFrom(ValueLayout.JAVA_LONG, address);
      MemorySegment value = rm_object.allocate(arena);
      return objects.get(key, value) && !isDying(value) ? known(address, value) : null;
    }
  }

  @Override
  public boolean seed(
      int device, int type, int id, int row, long cgroup, int pid, String name, long mrLength) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = rm_object.allocate(arena);
      value.fill((byte) 0);
      rm_object.cgroup(value, cgroup);
      rm_object.mr_length(value, mrLength);
      rm_object.row(value, row);
      rm_object.device(value, device);
      rm_object.id(value, id);
      rm_object.pid(value, pid);
      rm_object.type(value, (byte) type);
      int kernel =
          cgroup == RdmaMonitorAbi.RM_CGROUP_KERNEL() ? RdmaMonitorAbi.RM_OBJECT_KERNEL() : 0;
      rm_object.flags(value, (byte) (RdmaMonitorAbi.RM_OBJECT_ID() | kernel));
      rm_object.copies(value, (byte) RdmaMonitorAbi.RM_COPY_SEED());
      setShares(value, shares.apply(cgroup));
      byte[] comm = name.getBytes(StandardCharsets.UTF_8);
      int length = Math.min(comm.length, RdmaMonitorAbi.RM_COMM() - 1);
      MemorySegment.copy(comm, 0, rm_object.comm(value), ValueLayout.JAVA_BYTE, 0, length);
      return seeded.insert(seedKey(arena, device, type, id), value);
    }
  }

  @Override
  public boolean forget(Known object) {
    try (Arena arena = Arena.ofConfined()) {
      if (object.address() == 0) {
        return seeded.remove(seedKey(arena, object.device(), object.type(), object.id()));
      }
      @Nullable Known now = get(object.address());
      return now != null
          && now.createdNanos() == object.createdNanos()
          && objects.remove(arena.allocateFrom(ValueLayout.JAVA_LONG, object.address()));
    }
  }

  private static MemorySegment seedKey(Arena arena, int device, int type, int id) {
    MemorySegment key = rm_seed.allocate(arena);
    rm_seed.device(key, device);
    rm_seed.type(key, type);
    rm_seed.id(key, id);
    return key;
  }
}
