// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.resource.Inventory;
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

/**
 * A hostile tenant with 200,000 objects of every kind, in 10,000 cgroups, in a JVM of the
 * launcher's size. Another has a few.
 */
class ScaleTest {
  private static final int OF_EACH_KIND = 200_000;
  private static final int CGROUPS = 10_000;
  private static final int VICTIM = 77;

  /** The size that the launcher gives the JVM, as it stands there. */
  private static String heap() throws IOException {
    return Files.readString(Path.of("src/main/dist/bin/rdma-monitor"))
        .lines()
        .filter(line -> line.startsWith("memory="))
        .map(line -> "-Xmx" + line.substring("memory=".length()))
        .findFirst()
        .orElseThrow();
  }

  @TempDir Path top;

  private String run(String heap, String part) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                heap,
                "-cp",
                System.getProperty("java.class.path"),
                Host.class.getName(),
                part,
                top.toString())
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.strip();
  }

  @Test
  void theListOfObjectsStaysWithinTheMemoryAndHidesNobody() throws Exception {
    assertThat(run(heap(), "inventory"))
        .isEqualTo("in detail 16384, in all 1400014, of the other tenant 14");
  }

  @Test
  void theDifferenceIsFoundAndMendedWithinTheMemory() throws Exception {
    assertThat(run(heap(), "difference"))
        .isEqualTo("taken in 1400014, then 0, forgotten and taken in 2000, known 1400014");
  }

  /** In a JVM of its own. */
  static final class Host {
    private Host() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println(
          arguments[0].equals("inventory") ? inventory(Path.of(arguments[1])) : difference());
    }

    private static int pid(int i) {
      return 1000 + i % CGROUPS;
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

    private static void all(Consumer<Entry> visitor) {
      for (ResourceType type : ResourceType.values()) {
        for (int i = 0; i < OF_EACH_KIND; i++) {
          visitor.accept(entry(type, i, pid(i)));
        }
        visitor.accept(entry(type, OF_EACH_KIND, VICTIM));
        visitor.accept(entry(type, OF_EACH_KIND + 1, VICTIM));
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

    private static String inventory(Path top) throws IOException {
      for (int i = 0; i < CGROUPS; i++) {
        make(top, pid(i), "/tenant/" + i);
      }
      make(top, VICTIM, "/other");
      Path proc = top.resolve("proc");
      InventoryReader reader =
          new InventoryReader(
              new CgroupNames(
                  Optional.of(top.resolve("cgroup")), id -> Answer.UNKNOWN, false, proc),
              new Processes(proc),
              Clock.systemUTC(),
              (unlisted, visitor) -> all(visitor),
              InventoryReader.Bounds.USUAL);
      // As the monitor has it: those of two readings, and the one in the making.
      Inventory before = reader.read();
      Inventory shown = reader.read();
      Inventory now = reader.read();
      if (before.leftOutCount() != shown.leftOutCount()) {
        throw new IllegalStateException("not the same");
      }
      return "in detail %d, in all %d, of the other tenant %d"
          .formatted(
              now.objects().size(),
              now.objects().size() + now.leftOutCount(),
              now.objects().stream().filter(object -> object.pid() == VICTIM).count());
    }

    private static void listed(Consumer<Listed> visitor) {
      for (ResourceType type : ResourceType.values()) {
        for (int i = 0; i < OF_EACH_KIND + 2; i++) {
          visitor.accept(new Listed(type, 0, i, i < OF_EACH_KIND ? pid(i) : VICTIM, "", 0));
        }
      }
    }

    private static String difference() {
      KernelTable table = new KernelTable();
      ObjectMender mender =
          new ObjectMender(
              table,
              (unlisted, visitor) -> listed(visitor),
              new OneRow(),
              new CgroupNames(Optional.empty()),
              new Corrections(),
              device -> false);
      Set<ResourceType> unlisted = EnumSet.noneOf(ResourceType.class);
      int taken = mender.takeIn(unlisted);
      int then = mender.mendConfirmed(unlisted, Duration.ZERO);
      table.replace(1000);
      int mended = mender.mendConfirmed(unlisted, Duration.ZERO);
      return "taken in %d, then %d, forgotten and taken in %d, known %d"
          .formatted(taken, then, mended, table.size);
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
  private static final class KernelTable implements KnownObjects {
    private final Map<Integer, BitSet> ids = new HashMap<>();
    private int size;

    /** Has so many objects of one type under ids that no object has. */
    void replace(int count) {
      BitSet some = ids.get(0);
      some.clear(0, count);
      some.set(2 * OF_EACH_KIND, 2 * OF_EACH_KIND + count);
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
