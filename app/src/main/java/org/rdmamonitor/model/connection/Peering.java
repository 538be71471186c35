// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;

/** Who talks, or may talk, to whom: a queue pair, or an address handle. */
public sealed interface Peering permits PeerConnection, DatagramPeer {
  /**
   * The peerings of an inventory, in its order: queue pairs, then address handles.
   *
   * @param facts what is known of devices, by index
   */
  static List<Peering> of(Inventory inventory, Map<Integer, DeviceFacts> facts) {
    List<Peering> peerings = new ArrayList<>(PeerConnection.of(inventory, facts));
    peerings.addAll(DatagramPeer.of(inventory, facts));
    return List.copyOf(peerings);
  }

  /** The index of its device. */
  int device();

  /** The process; 0 for a kernel consumer. */
  int pid();

  /** The name of the process, or of the kernel consumer. */
  String owner();

  /** The id of its cgroup. */
  long cgroup();

  /**
   * The port of the device, from 1; empty if it is not bound to one, or it is not known to which.
   */
  OptionalInt port();

  /** Since when it is in its present state; empty if that was not seen. */
  Optional<Instant> since();

  /** The peer's address; empty where it has none, or none that is known. */
  Optional<Address> address();

  /** The LID of its own end; empty where the link has none, or it is not known. */
  OptionalInt ownLid();

  /** The peer's queue pair number; empty where it has none, or none that is known. */
  OptionalInt peerQpn();

  /** Whether it is known to whom it talks. */
  default boolean isPeerKnown() {
    return peerQpn().isPresent() || address().isPresent();
  }

  /** What carries its packets; unknown where no address was seen. */
  default Transport transport() {
    return address().map(Address::transport).orElse(Transport.UNKNOWN);
  }

  /** Its own GID; empty where it has none, or none that is known. */
  default String ownGid() {
    return address().flatMap(Address::route).map(Route::ownGid).orElse("");
  }

  /** The peer's GID; likewise. */
  default String peerGid() {
    return address().flatMap(Address::route).map(Route::peerGid).orElse("");
  }

  /** The peer's LID; empty where the link has none, or it is not known. */
  default OptionalInt peerLid() {
    return address().map(Address::lid).orElse(OptionalInt.empty());
  }

  /**
   * Identifies its peer. LIDs are unique in one fabric only, so a peer that two devices see under
   * one LID may be two.
   */
  default String peerKey() {
    return peerGid().isEmpty() ? device() + " " + peerLid() : peerGid();
  }

  /** The port's LID, to which an address adds its path bits. */
  static OptionalInt ownLid(Optional<Address> address, DeviceFacts device) {
    if (address.isEmpty() || address.get().lid().isEmpty()) {
      return OptionalInt.empty();
    }
    for (DeviceFacts.Port port : device.ports()) {
      if (port.number() == address.get().port() && port.lid() != 0) {
        return OptionalInt.of(port.lid() + address.get().pathBits());
      }
    }
    return OptionalInt.empty();
  }
}
