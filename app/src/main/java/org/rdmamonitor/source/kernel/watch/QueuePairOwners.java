// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * Whose queue pairs are, for ends that come from somebody else. Calls tell of those that were made
 * of late, and lists of all others. Safe for use by several threads.
 */
final class QueuePairOwners {
  /** How many made ones are known; those that are forgotten are in the list by then. */
  static final int MOST = 4096;

  private final Map<QueuePairPaths.Key, Caller> made = new BoundedMap<>(MOST);
  private Listed latest = new Listed(Inventory.NONE);

  /**
   * The list before the latest: it still has a queue pair that ended while the latest was being
   * made.
   */
  private Listed before = latest;

  /** A list, of which the makers are found when one is asked for: that is rarely. */
  private static final class Listed {
    private final Inventory inventory;
    private @Nullable Map<QueuePairPaths.Key, Caller> makers;

    Listed(Inventory inventory) {
      this.inventory = inventory;
    }

    Optional<Caller> maker(QueuePairPaths.Key pair) {
      Map<QueuePairPaths.Key, Caller> known = makers;
      if (known == null) {
        known = new HashMap<>();
        for (LiveObject object : inventory.objects()) {
          if (object.type() == ResourceType.QP
              && object.isOwned()
              && object.cgroup() != Cgroup.KERNEL_ID) {
            known.put(new QueuePairPaths.Key(object.device(), object.id()), caller(object));
          }
        }
        makers = known;
      }
      return Optional.ofNullable(known.get(pair));
    }

    private static Caller caller(LiveObject object) {
      return new Caller(
          object.pid(),
          object.pid(),
          object.owner(),
          false,
          object.cgroup(),
          Caller.UNKNOWN_USER,
          false);
    }
  }

  /** A process has made one. */
  synchronized void made(int device, int qpn, Caller maker) {
    made.put(new QueuePairPaths.Key(device, qpn), maker);
  }

  /** Takes in the next list, or the same again. */
  synchronized void list(Inventory inventory) {
    if (!inventory.time().equals(latest.inventory.time())) {
      before = latest;
      latest = new Listed(inventory);
    }
  }

  /** One has ended as it should. */
  synchronized void end(int device, int qpn) {
    made.remove(new QueuePairPaths.Key(device, qpn));
  }

  /** Who made one that somebody else has ended; empty where it is not known. */
  synchronized Optional<Caller> endByOther(int device, int qpn) {
    QueuePairPaths.Key ended = new QueuePairPaths.Key(device, qpn);
    return Optional.ofNullable(made.remove(ended))
        .or(() -> latest.maker(ended))
        .or(() -> before.maker(ended));
  }
}
