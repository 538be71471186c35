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
 * To whom queue pairs belong, for cases where somebody else ends them. Calls tell it for those made
 * recently, and lists for all others. Safe for use by several threads.
 */
final class QueuePairOwners {
  /** How many recently made ones are kept; those that are forgotten are in the list by then. */
  static final int MOST = 4096;

  private final Map<QueuePairPaths.Key, Caller> made = new BoundedMap<>(MOST);
  private Listed latest = new Listed(Inventory.NONE);

  /**
   * The list before the latest: it still has a queue pair that ended while the latest was being
   * made.
   */
  private Listed before = latest;

  /** A list; the makers in it are looked up only when one is asked for, which is rare. */
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

  /** A process has made a queue pair. */
  synchronized void made(int device, int qpn, Caller maker) {
    made.put(new QueuePairPaths.Key(device, qpn), maker);
  }

  /** Takes in the next list, or the same one again. */
  synchronized void list(Inventory inventory) {
    if (!inventory.time().equals(latest.inventory.time())) {
      before = latest;
      latest = new Listed(inventory);
    }
  }

  /** A queue pair was ended by its owner. */
  synchronized void end(int device, int qpn) {
    made.remove(new QueuePairPaths.Key(device, qpn));
  }

  /** Who made a queue pair that somebody else has ended; empty if that is not known. */
  synchronized Optional<Caller> endByOther(int device, int qpn) {
    QueuePairPaths.Key ended = new QueuePairPaths.Key(device, qpn);
    return Optional.ofNullable(made.remove(ended))
        .or(() -> latest.maker(ended))
        .or(() -> before.maker(ended));
  }
}
