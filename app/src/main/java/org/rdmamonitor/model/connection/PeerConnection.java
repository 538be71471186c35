// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
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
 * @param manager the connection manager's id that made it; empty where there is none
 * @param ownLid the LID of its own end; empty where the link has none, or it is not known
 * @param managed where it leads by what the manager has of it; empty where that does not tell it
 */
public record PeerConnection(
    LiveObject object,
    QueuePair pair,
    Optional<LiveObject> manager,
    OptionalInt ownLid,
    Optional<Address> managed)
    implements Peering {
  /** In which a queue pair has a peer. */
  private static final Set<QueuePairState> CONNECTED =
      Set.of(QueuePairState.RTR, QueuePairState.RTS, QueuePairState.SQD, QueuePairState.SQE);

  /** One of which the manager tells no address. */
  public PeerConnection(
      LiveObject object, QueuePair pair, Optional<LiveObject> manager, OptionalInt ownLid) {
    this(object, pair, manager, ownLid, Optional.empty());
  }

  /** The same queue pair, made by this process. */
  public PeerConnection ownedBy(int pid, String owner, long cgroup) {
    return new PeerConnection(object.with(pid, owner, cgroup), pair, manager, ownLid, managed);
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
        Optional<LiveObject> manager =
            Optional.ofNullable(managers.get(new Name(object.device(), pair.lqpn())));
        DeviceFacts device = facts.getOrDefault(object.device(), DeviceFacts.NONE);
        connections.add(
            new PeerConnection(
                    object,
                    pair,
                    manager,
                    Peering.ownLid(pair.path().flatMap(QueuePairPath::address), device))
                .managedOn(device));
      }
    }
    return List.copyOf(connections);
  }

  /** Whether it has a peer, who need not be known; of iWARP there is no number of a peer. */
  public boolean isConnected() {
    return pair.type().hasOnePeer()
        && (peerQpn().isPresent() || state().filter(CONNECTED::contains).isPresent());
  }

  /** The same, with what the manager tells of where it leads. */
  private PeerConnection managedOn(DeviceFacts device) {
    return manager.isPresent() && isConnected() && told().isEmpty()
        ? new PeerConnection(
            object, pair, manager, ownLid, manager.flatMap(id -> managed(id, pair, device)))
        : this;
  }

  private static Optional<Address> managed(LiveObject id, QueuePair pair, DeviceFacts device) {
    return id.detail() instanceof LiveObject.Connection connection
        ? ManagedAddress.of(pair, connection, device)
        : Optional.empty();
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
    if (told().isPresent()) {
      return OptionalInt.of(told().get().port());
    }
    OptionalInt told = pair.path().map(QueuePairPath::port).orElse(OptionalInt.empty());
    return told.isPresent() || pair.port() == 0 ? told : OptionalInt.of(pair.port());
  }

  @Override
  public Optional<Address> address() {
    return told().or(() -> managed);
  }

  /** The address that a call was seen to tell it. */
  public Optional<Address> told() {
    return pair.path().flatMap(QueuePairPath::address);
  }

  /** Whether the address is known by the connection manager's id, and not by a call. */
  public boolean isAddressManaged() {
    return told().isEmpty() && managed.isPresent();
  }
}
