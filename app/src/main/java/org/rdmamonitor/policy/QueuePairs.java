// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * The queue pairs that exist, by the calls that were seen, and corrected by the kernel's lists. If
 * there are more than {@link #CAPACITY}, the least recently used are forgotten.
 */
public final class QueuePairs {
  static final int CAPACITY = 1 << 16;

  /** A list takes time to make: what changed within this time before it may be missing from it. */
  private static final Duration LISTING = Duration.ofSeconds(1);

  /** How many destroyed queue pairs are remembered, because a list may still have them. */
  private static final int ENDED = 1 << 14;

  private record Key(int device, int qpn) {}

  private final Map<Key, Instant> ended = new BoundedMap<>(ENDED);

  private final BoundedMap<Key, TrackedQueuePair> pairs =
      new BoundedMap<>(CAPACITY, TrackedQueuePair::end);

  /** The queue pairs that exist, the least recently used first. */
  public Collection<TrackedQueuePair> all() {
    return Collections.unmodifiableCollection(pairs.values());
  }

  /** The queue pair that a call is about; empty if it is not known, or no longer known. */
  public Optional<TrackedQueuePair> of(ControlCall call) {
    return call.objectId().isPresent()
        ? Optional.ofNullable(pairs.get(new Key(call.device(), call.objectId().getAsInt())))
        : Optional.empty();
  }

  void add(ControlCall call) {
    if (call.failed()
        || call.objectId().isEmpty()
        || call.device() == Device.UNKNOWN_INDEX
        || call.verb().type().filter(type -> type == ResourceType.QP).isEmpty()) {
      return;
    }
    Key key = new Key(call.device(), call.objectId().getAsInt());
    if (call.verb() != Verb.QP_MODIFY) {
      TrackedQueuePair old = pairs.remove(key);
      if (old != null) {
        old.end();
      }
    }
    if (call.verb() == Verb.QP_DESTROY) {
      ended.put(key, call.time());
    } else if (call.verb() == Verb.QP_CREATE) {
      ended.remove(key);
      pairs.put(key, new TrackedQueuePair(call, key.qpn()));
    } else if (call.detail() instanceof ControlCall.QueuePairChange change) {
      pairs
          .computeIfAbsent(key, k -> new TrackedQueuePair(call, k.qpn()))
          .change(change, call.time());
    }
  }

  /**
   * Takes over a list. A queue pair that is not in it has ended, unless a call has changed it since
   * the list was begun.
   */
  void mend(Inventory inventory) {
    Instant surely = inventory.time().minus(LISTING);
    ended.values().removeIf(time -> time.isBefore(surely));
    for (LiveObject object : inventory.objects()) {
      if (object.type() == ResourceType.QP) {
        Key key = new Key(object.device(), object.id());
        TrackedQueuePair known = pairs.get(key);
        if (known != null) {
          known.list(object, inventory.time());
        } else if (pairs.size() < CAPACITY && !ended.containsKey(key)) {
          pairs.put(key, new TrackedQueuePair(object, inventory.time()));
        }
      }
    }
    if (!inventory.hasAll(ResourceType.QP)) {
      return;
    }
    pairs
        .entrySet()
        .removeIf(entry -> {
          boolean gone =
              !entry.getValue().isListedAt(inventory.time())
                  && entry.getValue().changedBefore(surely);
          if (gone) {
            entry.getValue().end();
          }
          return gone;
        });
  }
}
