// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.PeerAddress;

/**
 * The addresses of a host, as far as its connections, address handles, ports and connection manager
 * have ever shown them: a bounded number, the first ones. Not safe for use by several threads.
 */
public final class ShownAddresses {
  private final int most;
  private final Set<String> addresses = new LinkedHashSet<>();

  /**
   * None yet.
   *
   * @param most how many are kept
   */
  public ShownAddresses(int most) {
    this.most = most;
  }

  /**
   * Takes in what is listed.
   *
   * @param facts what is known of devices, by index
   */
  public void add(Inventory inventory, Map<Integer, DeviceFacts> facts) {
    for (PeerConnection connection : PeerConnection.of(inventory, facts)) {
      add(ConnectionEnd.address(connection.ownGid(), connection.ownLid()));
    }
    for (DeviceFacts device : facts.values()) {
      device.ports().stream()
          .filter(port -> port.lid() != 0)
          .forEach(port -> add(PeerAddress.lidText(port.lid())));
    }
    for (LiveObject object : inventory.objects()) {
      if (object.detail() instanceof LiveObject.Connection id) {
        source(id.source()).ifPresent(this::add);
      }
    }
    for (DatagramPeer peer : DatagramPeer.of(inventory, facts)) {
      add(ConnectionEnd.address(peer.ownGid(), peer.ownLid()));
    }
  }

  /** Takes in one: a GID, or {@code lid:} and a number; what each host has for itself is none. */
  void add(String address) {
    if (!address.isEmpty() && !Addresses.isLoopback(address) && addresses.size() < most) {
      addresses.add(address);
    }
  }

  /** All of them. */
  public Set<String> all() {
    return Set.copyOf(addresses);
  }

  /** The GID of {@code 10.1.0.7:4791}; other forms have more than one spelling. */
  private static Optional<String> source(String address) {
    int colon = address.lastIndexOf(':');
    String ip = colon < 0 ? address : address.substring(0, colon);
    return ip.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}") && !ip.startsWith("0.")
        ? Optional.of("::ffff:" + ip)
        : Optional.empty();
  }
}
