// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.PathMigration;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage.Attribute;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage.Attributes;
import org.rdmamonitor.nativelib.netlink.RdmaAttributes;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.Processes;
import org.rdmamonitor.source.kernel.host.RdmaResources.Entry;
import org.rdmamonitor.source.kernel.watch.KnownPeers;
import org.rdmamonitor.source.kernel.watch.QueuePairPaths;

class InventoryReaderTest {
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
