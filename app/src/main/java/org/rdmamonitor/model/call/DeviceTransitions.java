// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;

/**
 * Which queue pairs have been stopped by their devices since the list before: they are in ERR or
 * SQE, were not, and the last call that was seen to change their state had them in another. Those
 * that no call was seen to modify are left out, since a call may have stopped them. Keeps a state
 * for each queue pair of the latest list. Not safe for use by several threads.
 */
public final class DeviceTransitions {
  private Map<Name, QueuePairState> states = Map.of();
  private Instant listed = Instant.EPOCH;

  private record Name(int device, int id) {}

  /** Takes in a list, which may be the one of the last time, and tells what it shows. */
  public List<AsyncEvent> in(Inventory inventory) {
    if (inventory.time().equals(listed)) {
      return List.of();
    }
    List<AsyncEvent> events = new ArrayList<>();
    Map<Name, QueuePairState> now = new HashMap<>();
    Duration between = Duration.between(listed, inventory.time());
    Duration within = between.isNegative() ? Duration.ZERO : between;
    for (LiveObject object : inventory.objects()) {
      if (object.detail() instanceof QueuePair pair && pair.state().isPresent()) {
        Name name = new Name(object.device(), object.id());
        QueuePairState state = pair.state().get();
        now.put(name, state);
        QueuePairState before = states.get(name);
        if (before != null && before != state && isNotByCall(state, pair.path())) {
          told(state)
              .ifPresent(
                  type -> events.add(event(type, inventory.time(), object, pair, before, within)));
        }
      }
    }
    states = now;
    listed = inventory.time();
    return events;
  }

  /** What is told of a state; empty where devices bring no queue pair to it. */
  private static Optional<AsyncEventType> told(QueuePairState state) {
    return switch (state) {
      case ERR -> Optional.of(AsyncEventType.QP_STATE_ERR);
      case SQE -> Optional.of(AsyncEventType.QP_STATE_SQE);
      case RESET, INIT, RTR, RTS, SQD -> Optional.empty();
    };
  }

  /** Whether the last call that was seen to change a queue pair's state brought it to another. */
  private static boolean isNotByCall(QueuePairState now, Optional<QueuePairPath> path) {
    return path.flatMap(QueuePairPath::state).filter(called -> called != now).isPresent();
  }

  private static Optional<AsyncEvent.Owner> owner(LiveObject object) {
    boolean isKernels = object.cgroup() == Cgroup.KERNEL_ID;
    return isKernels || object.pid() != 0
        ? Optional.of(
            new AsyncEvent.Owner(object.pid(), object.owner(), isKernels, object.cgroup()))
        : Optional.empty();
  }

  private static AsyncEvent event(
      AsyncEventType type,
      Instant time,
      LiveObject object,
      QueuePair pair,
      QueuePairState before,
      Duration within) {
    return new AsyncEvent(
        time,
        type.number(),
        object.device(),
        owner(object),
        new AsyncEvent.Transition(
            OptionalInt.of(object.id()),
            before,
            within,
            pair.rqpn(),
            pair.path().flatMap(QueuePairPath::address)));
  }
}
