// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairState;

/**
 * A queue pair with its two ends: what the kernel lists of it, what calls that were seen have set,
 * and what the connection manager has of it. If both know something, the kernel's list is
 * preferred.
 *
 * @param object the queue pair as an object, with its owner
 * @param pair the same object's detail
 * @param manager the connection manager's id that made it; empty if there is none
 * @param ownLid the LID of its own end; empty if the link has none, or it is not known
 */
public record PeerConnection(
    LiveObject object, QueuePair pair, Optional<LiveObject> manager, OptionalInt ownLid)
    implements Peering {

  /** The same queue pair, made by this process. */
  public PeerConnection ownedBy(int pid, String owner, long cgroup) {
    return new PeerConnection(object.with(pid, owner, cgroup), pair, manager, ownLid);
  }

  /** A queue pair is known to the connection manager by its device and its number. */
  private record Name(int device, int number) {}

  /**
   * The queue pairs of an inventory, in its order.
   *
   * @param facts what is known of devices, by index
   */
  public static List<PeerConnection> of(Inventory inventory, Map<Integer, DeviceFacts> facts) {
    Map<Name, LiveObject> managers = new HashMap<>();
    for (LiveObject object : inventory.objects()) {
      if (object.detail() instanceof LiveObject.Connection id && id.lqpn().isPresent()) {
        managers.put(new Name(object.device(), id.lqpn().getAsInt()), object);
      }
    }
    List<PeerConnection> connections = new ArrayList<>();
    for (LiveObject object : inventory.objects()) {
      if (object.detail() instanceof QueuePair pair) {
        Name name = new Name(object.device(), pair.lqpn());
        connections.add(
            new PeerConnection(
                object,
                pair,
                Optional.ofNullable(managers.get(name)),
                Peering.ownLid(
                    pair.path().flatMap(QueuePairPath::address),
                    facts.getOrDefault(object.device(), DeviceFacts.NONE))));
      }
    }
    return List.copyOf(connections);
  }

  @Override
  public int device() {
    return object.device();
  }

  @Override
  public int pid() {
    return object.pid();
  }

  @Override
  public String owner() {
    return object.owner();
  }

  @Override
  public long cgroup() {
    return object.cgroup();
  }

  /** Whether a call that modified it was seen; if not, only the kernel's list tells of it. */
  public boolean isSeen() {
    return pair.path().isPresent();
  }

  /** Its state; empty if nothing tells it. */
  public Optional<QueuePairState> state() {
    return pair.state().or(() -> pair.path().flatMap(QueuePairPath::state));
  }

  /**
   * When it entered that state; empty if that was not seen, for instance because the device itself
   * has changed the state.
   */
  @Override
  public Optional<Instant> since() {
    return pair.path().filter(path -> path.state().equals(state())).flatMap(QueuePairPath::since);
  }

  /** The peer's queue pair number; empty where it has no peer, or none that is known. */
  @Override
  public OptionalInt peerQpn() {
    if (!pair.type().hasOnePeer()) {
      return OptionalInt.empty();
    }
    // No queue pair that one can connect to has number 0: it means that there is none yet.
    if (pair.rqpn().orElse(0) != 0) {
      return pair.rqpn();
    }
    return pair.path().map(QueuePairPath::peerQpn).orElse(OptionalInt.empty());
  }

  @Override
  public OptionalInt port() {
    if (address().isPresent()) {
      return OptionalInt.of(address().get().port());
    }
    OptionalInt told = pair.path().map(QueuePairPath::port).orElse(OptionalInt.empty());
    return told.isPresent() || pair.port() == 0 ? told : OptionalInt.of(pair.port());
  }

  @Override
  public Optional<Address> address() {
    return pair.path().flatMap(QueuePairPath::address);
  }
}
