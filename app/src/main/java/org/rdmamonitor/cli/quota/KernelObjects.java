// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.KernelReading;
import org.rdmamonitor.quota.KernelTruth;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.host.Processes;
import org.rdmamonitor.source.SourceException;
import org.rdmamonitor.source.kernel.reconcile.KernelInventory;

/** Counts by process what RDMA netlink lists. */
public final class KernelObjects implements KernelTruth {
  private final KernelInventory inventory = new KernelInventory(Clock.systemUTC());
  private final Processes processes = Processes.ofThisHost();

  @Override
  public KernelReading read() throws IOException {
    long begun = System.nanoTime();
    try {
      return new KernelReading(begun, count(inventory.read()));
    } catch (SourceException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Map<KernelReading.Owner, Amounts> count(Inventory read) {
    Map<Integer, Amounts> byPid = byPid(read);
    Map<KernelReading.Owner, Amounts> result = new HashMap<>();
    for (Inventory.Owner owner : read.processes()) {
      Amounts amounts = byPid.getOrDefault(owner.pid(), Amounts.NONE);
      Optional<String> cgroup = processes.cgroup(owner.pid());
      Optional<Integer> uid = processes.uid(owner.pid());
      if (!amounts.isNone() && cgroup.isPresent() && uid.isPresent()) {
        ProcessKey key = Processes.key(owner.pid(), owner.started());
        result.put(new KernelReading.Owner(key, uid.get(), owner.comm(), cgroup.get()), amounts);
      }
    }
    return result;
  }

  static Map<Integer, Amounts> byPid(Inventory read) {
    Map<Integer, Amounts> result = new HashMap<>();
    for (LiveObject object : read.objects()) {
      Amounts amounts = amounts(object);
      if (object.pid() != 0 && !amounts.isNone()) {
        result.merge(object.pid(), amounts, Amounts::plus);
      }
    }
    for (Inventory.Rest rest : read.leftOut()) {
      Amounts amounts = amounts(rest);
      if (rest.pid() > 0 && !amounts.isNone()) {
        result.merge(rest.pid(), amounts, Amounts::plus);
      }
    }
    return result;
  }

  private static Amounts amounts(Inventory.Rest rest) {
    return kind(rest.type())
        .map(kind -> Amounts.objects(kind, rest.count(), Math.max(0, rest.size())))
        .orElse(Amounts.NONE);
  }

  private static Amounts amounts(LiveObject object) {
    return kind(object.type())
        .map(kind -> Amounts.object(kind, Math.max(0, object.size())))
        .orElse(Amounts.NONE);
  }

  private static Optional<Resource> kind(ResourceType type) {
    return switch (type) {
      case QP -> Optional.of(Resource.QP);
      case CQ -> Optional.of(Resource.CQ);
      case MR -> Optional.of(Resource.MR);
      case PD, CM_ID, SRQ, CTX -> Optional.empty();
    };
  }
}
