// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.PathMigration;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.monitor.ObjectMaker;
import org.rdmamonitor.nativelib.monitor.ObjectName;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage.Attribute;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage.Attributes;
import org.rdmamonitor.nativelib.netlink.RdmaAttributes;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.Processes;
import org.rdmamonitor.source.kernel.host.RdmaResources.Entry;
import org.rdmamonitor.source.kernel.watch.KnownPeers;
import org.rdmamonitor.source.kernel.watch.Numbering;
import org.rdmamonitor.source.kernel.watch.QueuePairPaths;

class InventoryReaderTest {
  @TempDir private Path proc;

  private static Attribute u8(int type, int value) {
    return new Attribute(type, ByteBuffer.wrap(new byte[] {(byte) value}));
  }

  private static Attribute u32(int type, int value) {
    return new Attribute(
        type, ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(0, value));
  }

  private static Attribute u64(int type, long value) {
    return new Attribute(
        type, ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, value));
  }

  private static LiveObject.Detail detail(ResourceType type, Attribute... attributes) {
    return InventoryReader.detail(type, new Attributes(List.of(attributes)));
  }

  @Test
  void aQueuePairHasItsPeer() {
    assertThat(
            detail(
                ResourceType.QP,
                u8(RdmaAttributes.RES_TYPE, 2),
                u8(RdmaAttributes.RES_STATE, 3),
                u32(RdmaAttributes.RES_LQPN, 17),
                u32(RdmaAttributes.RES_RQPN, 18),
                u32(RdmaAttributes.RES_RQ_PSN, 100),
                u32(RdmaAttributes.RES_SQ_PSN, 200),
                u32(RdmaAttributes.PORT_INDEX, 1),
                u8(RdmaAttributes.RES_PATH_MIG_STATE, 2),
                u32(RdmaAttributes.RES_PDN, 4)))
        .isEqualTo(
            new LiveObject.QueuePair(
                QueuePairType.RC,
                Optional.of(QueuePairState.RTS),
                17,
                OptionalInt.of(18),
                OptionalInt.of(100),
                OptionalInt.of(200),
                1,
                OptionalInt.of(4),
                Optional.of(PathMigration.ARMED),
                Optional.empty()));
  }

  @Test
  void aRegionHasKeysOnlyWhereTheyAreTold() {
    assertThat(
            detail(
                ResourceType.MR,
                u64(RdmaAttributes.RES_MRLEN, 1L << 33),
                u64(RdmaAttributes.RES_IOVA, -4096),
                u32(RdmaAttributes.RES_RKEY, 0x1234),
                u32(RdmaAttributes.RES_LKEY, 0x5678)))
        .isEqualTo(
            new LiveObject.Region(
                1L << 33,
                OptionalInt.of(0x1234),
                OptionalInt.of(0x5678),
                Optional.of(-4096L),
                OptionalInt.empty()));
    assertThat(detail(ResourceType.MR, u64(RdmaAttributes.RES_MRLEN, 1)))
        .isEqualTo(
            new LiveObject.Region(
                1,
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.empty()));
  }

  @Test
  void aCompletionQueueAndAConnectionHaveTheirs() {
    assertThat(
            detail(
                ResourceType.CQ,
                u32(RdmaAttributes.RES_CQE, 511),
                u64(RdmaAttributes.RES_USECNT, 2),
                u32(RdmaAttributes.RES_CTXN, 3)))
        .isEqualTo(new LiveObject.CompletionQueue(511, 2, OptionalInt.of(3)));
    assertThat(
            detail(
                ResourceType.CM_ID,
                u8(RdmaAttributes.RES_STATE, 8),
                u32(RdmaAttributes.RES_PS, 0x106),
                u32(RdmaAttributes.RES_LQPN, 0)))
        .isEqualTo(new LiveObject.Connection("LISTEN", "TCP", "", "", OptionalInt.empty()));
  }

  @Test
  void whatTellsNothingIsThereAllTheSame() {
    for (ResourceType type : ResourceType.values()) {
      assertThat(detail(type)).isNotNull();
    }
  }

  @Test
  void queuePairsHaveWhatTheyWereToldOfTheirConnections() {
    OptionalInt none = OptionalInt.empty();
    QueuePairPath path =
        new QueuePairPath(
            Optional.of(QueuePairState.INIT),
            Optional.empty(),
            none,
            OptionalInt.of(1),
            Optional.empty(),
            none,
            none,
            none,
            none,
            none,
            none,
            none,
            none,
            none);
    List<Entry> listed =
        List.of(
            new Entry(ResourceType.QP, 1, 17, new Attributes(List.of())),
            new Entry(ResourceType.QP, 2, 17, new Attributes(List.of())),
            new Entry(ResourceType.PD, 1, 17, new Attributes(List.of())));
    InventoryReader reader =
        new InventoryReader(
            new CgroupNames(Optional.empty()),
            new Processes(Path.of("nowhere")),
            Clock.systemUTC(),
            (unlisted, visitor) -> listed.forEach(visitor),
            InventoryReader.Bounds.USUAL,
            () -> new KnownPeers(Map.of(new QueuePairPaths.Key(1, 17), path), List.of()));

    assertThat(reader.read().objects())
        .extracting(
            object -> object.detail() instanceof LiveObject.QueuePair pair ? pair.path() : null)
        .containsExactly(Optional.of(path), Optional.empty(), null);
  }

  private static final int THREAD_PID = 4000;

  private static Entry ofThread(int id, int thread) {
    return new Entry(
        ResourceType.QP,
        1,
        id,
        new Attributes(thread == 0 ? List.of() : List.of(u32(RdmaAttributes.RES_PID, thread))));
  }

  private static Entry ofKernel(int id) {
    ByteBuffer name = ByteBuffer.wrap("nvme_rdma\0".getBytes(StandardCharsets.US_ASCII));
    return new Entry(
        ResourceType.QP,
        1,
        id,
        new Attributes(List.of(new Attribute(RdmaAttributes.RES_KERN_NAME, name))));
  }

  private static void process(Path proc, int pid, int ofProcess, String comm, int startTicks)
      throws IOException {
    Path directory = Files.createDirectories(proc.resolve("" + pid));
    Files.writeString(
        directory.resolve("stat"),
        "%d (%s) S%s %d 0\n".formatted(pid, comm, " 1".repeat(18), startTicks));
    Files.writeString(directory.resolve("status"), "Name:\tx\nTgid:\t" + ofProcess + "\n");
  }

  /** Who made objects; keeps what it was asked for. */
  private static final class Makers implements InventoryReader.Probes {
    private final Map<ObjectName, ObjectMaker> known = new HashMap<>();
    private final List<Set<ObjectName>> asked = new ArrayList<>();

    @Override
    public KnownPeers peers() {
      return KnownPeers.NONE;
    }

    @Override
    public Map<ObjectName, ObjectMaker> makers(Set<ObjectName> objects) {
      asked.add(objects);
      return known;
    }
  }

  private static ObjectName pair(int id) {
    return new ObjectName(1, Numbering.of(ResourceType.QP), id);
  }

  private InventoryReader reader(List<Entry> listed, InventoryReader.Probes probes) {
    return new InventoryReader(
        new CgroupNames(Optional.empty()),
        new Processes(proc),
        Clock.systemUTC(),
        (unlisted, visitor) -> listed.forEach(visitor),
        InventoryReader.Bounds.USUAL,
        probes);
  }

  @Test
  void objectsAreThoseOfTheProcessWhicheverThreadMadeThem() throws IOException {
    process(proc, THREAD_PID, THREAD_PID, "app", 5);
    process(proc, THREAD_PID + 1, THREAD_PID, "worker", 9);

    Inventory inventory =
        reader(List.of(ofThread(17, THREAD_PID), ofThread(18, THREAD_PID + 1)), new Makers())
            .read();

    assertThat(inventory.objects())
        .extracting(LiveObject::pid, LiveObject::owner)
        .containsExactly(tuple(THREAD_PID, "app"), tuple(THREAD_PID, "app"));
    assertThat(inventory.processes())
        .extracting(Inventory.Owner::pid, Inventory.Owner::comm)
        .containsExactly(tuple(THREAD_PID, "app"));
  }

  @Test
  void whereTheThreadHasEndedTheProbesKnowWhoItWas() throws IOException {
    process(proc, THREAD_PID, THREAD_PID, "app", 100); // a second after the boot
    Makers makers = new Makers();
    makers.known.put(pair(17), new ObjectMaker(1_000_000_000, THREAD_PID, "worker", 77));
    makers.known.put(pair(18), new ObjectMaker(999_999_999, THREAD_PID, "before", 78));
    List<Entry> listed =
        List.of(ofThread(17, 0), ofThread(18, 0), ofThread(19, 0), ofThread(20, 3), ofKernel(21));

    Inventory inventory = reader(listed, makers).read();

    assertThat(inventory.objects())
        .extracting(LiveObject::id, LiveObject::pid, LiveObject::owner, LiveObject::cgroup)
        .containsExactly(
            tuple(17, THREAD_PID, "worker", 77L),
            tuple(18, THREAD_PID, "before", 78L),
            tuple(19, 0, "", Cgroup.OVERFLOW_ID),
            tuple(20, 3, "", Cgroup.OVERFLOW_ID),
            tuple(21, 0, "nvme_rdma", Cgroup.KERNEL_ID));
    assertThat(makers.asked).containsExactly(Set.of(pair(17), pair(18), pair(19), pair(20)));
  }

  @Test
  void aLaterProcessOfTheSameNumberIsNotTheOneThatMadeAnObject() throws IOException {
    process(proc, THREAD_PID, THREAD_PID, "later", 101);
    Makers makers = new Makers();
    makers.known.put(pair(17), new ObjectMaker(1_000_000_000, THREAD_PID, "worker", 77));

    assertThat(reader(List.of(ofThread(17, 0)), makers).read().processes()).isEmpty();

    process(proc, THREAD_PID, THREAD_PID, "the same", 100);
    assertThat(reader(List.of(ofThread(17, 0)), makers).read().processes()).hasSize(1);
  }

  @Test
  void theProbesAreAskedOnlyAboutWhatHasNotBeenAskedBefore() throws IOException {
    process(proc, THREAD_PID, THREAD_PID, "app", 5);
    Makers makers = new Makers();
    makers.known.put(pair(17), new ObjectMaker(1_000_000_000, THREAD_PID, "worker", 77));
    List<Entry> listed = new ArrayList<>(List.of(ofThread(16, THREAD_PID), ofKernel(15)));
    InventoryReader reader = reader(listed, makers);

    reader.read();
    assertThat(makers.asked).as("nothing is missing").isEmpty();

    listed.addAll(List.of(ofThread(17, 0), ofThread(18, 0)));
    reader.read();
    assertThat(reader.read().objects())
        .extracting(LiveObject::owner)
        .containsExactly("nvme_rdma", "app", "worker", "");
    assertThat(makers.asked).hasSize(1);

    listed.removeLast();
    reader.read();
    assertThat(makers.asked).as("one is gone").hasSize(1);
    listed.add(ofThread(18, 0));
    reader.read();
    assertThat(makers.asked).as("another has its number").hasSize(2);
  }

  private static AddressHandle handle(int number, int pid) {
    return new AddressHandle(
        number,
        1,
        7,
        pid,
        "maker",
        77,
        Instant.EPOCH,
        new QueuePairPath.Address(
            QueuePairPath.Transport.IB, 1, OptionalInt.of(number), 0, 0, Optional.empty()));
  }

  @Test
  void addressHandlesAreBoundedAndEachProcessHasItsShare() {
    List<AddressHandle> made = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      made.add(handle(i, 1));
    }
    made.add(handle(10, 2));
    InventoryReader reader =
        new InventoryReader(
            new CgroupNames(Optional.empty()),
            new Processes(Path.of("nowhere")),
            Clock.systemUTC(),
            (unlisted, visitor) -> {},
            new InventoryReader.Bounds(1, 1, 4),
            () -> new KnownPeers(Map.of(), made));

    Inventory inventory = reader.read();

    // Of processes that are gone there is what was known when they made it.
    assertThat(inventory.handles())
        .containsExactly(handle(0, 1), handle(1, 1), handle(2, 1), handle(10, 2));
    assertThat(inventory.handlesLeftOut()).isEqualTo(7);
  }
}
