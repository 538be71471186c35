// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.Cgroup;
import org.rdmamonitor.model.Inventory;
import org.rdmamonitor.model.LiveObject;
import org.rdmamonitor.model.LiveObject.Detail;
import org.rdmamonitor.model.QueuePairState;
import org.rdmamonitor.model.QueuePairType;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.nativelib.NetlinkMessage.Attributes;
import org.rdmamonitor.nativelib.RdmaAttributes;
import org.rdmamonitor.source.kernel.RdmaResources.Entry;

/** Lists the objects that exist, as RDMA netlink tells of them, with their owners. */
final class InventoryReader {
  private final CgroupNames cgroups;
  private final Processes processes;
  private final Clock clock;

  InventoryReader(CgroupNames cgroups, Processes processes, Clock clock) {
    this.cgroups = cgroups;
    this.processes = processes;
    this.clock = clock;
  }

  /** Lists everything anew. */
  Inventory read() {
    Instant time = clock.instant();
    Map<Integer, Optional<Inventory.Owner>> owners = new HashMap<>();
    List<LiveObject> objects = new ArrayList<>();
    for (Entry entry : RdmaResources.entries(EnumSet.noneOf(ResourceType.class))) {
      Optional<Inventory.Owner> owner =
          entry.pid() == 0
              ? Optional.empty()
              : owners.computeIfAbsent(entry.pid(), pid -> processes.find(pid, cgroups));
      objects.add(object(entry, owner));
    }
    objects.sort(
        Comparator.comparing(LiveObject::type)
            .thenComparingInt(LiveObject::device)
            .thenComparing(LiveObject::id, Integer::compareUnsigned));
    return new Inventory(
        time,
        objects,
        owners.values().stream()
            .flatMap(Optional::stream)
            .sorted(Comparator.comparingInt(Inventory.Owner::pid))
            .toList());
  }

  private static LiveObject object(Entry entry, Optional<Inventory.Owner> owner) {
    boolean kernel = entry.pid() == 0 && !entry.kernelName().isEmpty();
    return new LiveObject(
        entry.type(),
        entry.device(),
        entry.id(),
        entry.pid(),
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
              entry.u32(RdmaAttributes.RES_PDN));
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
