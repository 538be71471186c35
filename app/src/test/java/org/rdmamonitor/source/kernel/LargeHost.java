// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.monitor.KnownObjects;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage.Attribute;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage.Attributes;
import org.rdmamonitor.nativelib.netlink.RdmaAttributes;
import org.rdmamonitor.source.kernel.host.CgroupFinder.Answer;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.Processes;
import org.rdmamonitor.source.kernel.host.RdmaResources.Entry;
import org.rdmamonitor.source.kernel.host.RdmaResources.Listed;
import org.rdmamonitor.source.kernel.reconcile.Corrections;
import org.rdmamonitor.source.kernel.reconcile.InventoryReader;
import org.rdmamonitor.source.kernel.reconcile.ObjectMender;

/** A tenant with so many objects of every kind, in so many cgroups, and another who has two. */
final class LargeHost {
  static final int VICTIM = 77;

  private final int ofEachKind;
  private final int cgroups;

  LargeHost(int ofEachKind, int cgroups) {
    this.ofEachKind = ofEachKind;
    this.cgroups = cgroups;
  }

  private int pid(int i) {
    return 1000 + i % cgroups;
  }

  private static Attribute u32(int type, int value) {
    return new Attribute(
        type, ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(0, value));
  }

  private static Entry entry(ResourceType type, int id, int pid) {
    return new Entry(
        type,
        0,
        id,
        new Attributes(
            List.of(
                u32(RdmaAttributes.RES_PID, pid),
                u32(RdmaAttributes.RES_LQPN, id),
                new Attribute(
                    RdmaAttributes.RES_SRC_ADDR,
                    ByteBuffer.wrap(
                        new byte[] {2, 0, 1, 2, 10, 0, 0, (byte) id, 0, 0, 0, 0, 0, 0, 0, 0})),
                u32(RdmaAttributes.RES_CTXN, id))));
  }

  private void all(Consumer<Entry> visitor) {
    for (ResourceType type : ResourceType.values()) {
      for (int i = 0; i < ofEachKind; i++) {
        visitor.accept(entry(type, i, pid(i)));
      }
      visitor.accept(entry(type, ofEachKind, VICTIM));
      visitor.accept(entry(type, ofEachKind + 1, VICTIM));
    }
  }

  /** Each process of the tenant is in a cgroup of its own below that of the tenant. */
  private static void make(Path top, int pid, String cgroup) throws IOException {
    Files.createDirectories(top.resolve("cgroup" + cgroup));
    Path process = Files.createDirectories(top.resolve("proc").resolve("" + pid));
    Files.writeString(process.resolve("cgroup"), "0::" + cgroup + "\n");
    Files.writeString(process.resolve("stat"), pid + " (x) S" + " 1".repeat(30));
    Files.writeString(process.resolve("status"), "Tgid:\t" + pid + "\n");
  }

  /** Lists the objects; files of the processes are made in a directory that is empty. */
  InventoryReader inventoryReader(Path top) throws IOException {
    for (int i = 0; i < cgroups; i++) {
      make(top, pid(i), "/tenant/" + i);
    }
    make(top, VICTIM, "/other");
    Path proc = top.resolve("proc");
    return new InventoryReader(
        new CgroupNames(Optional.of(top.resolve("cgroup")), id -> Answer.UNKNOWN, false, proc),
        new Processes(proc),
        Clock.systemUTC(),
        (unlisted, visitor) -> all(visitor),
        InventoryReader.Bounds.USUAL);
  }

  /** Compares the objects with those that a table has. */
  ObjectMender mender(KernelTable table) {
    return new ObjectMender(
        table,
        (unlisted, visitor) -> listed(visitor),
        new OneRow(),
        new CgroupNames(Optional.empty()),
        new Corrections(),
        device -> false);
  }

  private void listed(Consumer<Listed> visitor) {
    for (ResourceType type : ResourceType.values()) {
      for (int i = 0; i < ofEachKind + 2; i++) {
        visitor.accept(new Listed(type, 0, i, i < ofEachKind ? pid(i) : VICTIM, "", 0));
      }
    }
  }

  private static final class OneRow implements ObjectMender.Rows {
    @Override
    public int rowOf(long cgroup, int device) {
      return 1;
    }

    @Override
    public Scope scopeOf(int row) {
      return new Scope(7, 0);
    }
  }

  /** The table of the kernel, which takes no memory of the JVM's but for this bit each. */
  static final class KernelTable implements KnownObjects {
    private final Map<Integer, BitSet> ids = new HashMap<>();
    private int size;

    int size() {
      return size;
    }

    /** Has so many objects of one type under ids that no object has. */
    void replace(int count) {
      BitSet some = ids.get(0);
      int none = 2 * some.length();
      some.clear(0, count);
      some.set(none, none + count);
    }

    @Override
    public void forEach(Consumer<Known> visitor) {
      ids.forEach((type, set) ->
          set.stream().forEach(id -> visitor.accept(new Known(0, 0, 0, type, true, id, 1, 0))));
    }

    @Override
    public boolean resolve(long address) {
      return false;
    }

    @Override
    public @Nullable Known get(long address) {
      return null;
    }

    @Override
    public boolean seed(
        int device, int type, int id, int row, long cgroup, int pid, String name, long length) {
      BitSet set = ids.computeIfAbsent(type, t -> new BitSet());
      if (set.get(id)) {
        return false;
      }
      set.set(id);
      size++;
      return true;
    }

    @Override
    public boolean forget(Known object) {
      ids.get(object.type()).clear(object.id());
      size--;
      return true;
    }
  }
}
