// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.PeerAddress;

/**
 * The addresses of a host, as far as its connections, address handles, ports and connection manager
 * have ever shown them. A bounded number is kept, those seen first. Not safe for use by several
 * threads.
 */
public final class ShownAddresses {
  private final int most;
  private final Map<String, SortedSet<Integer>> addresses = new HashMap<>();

  /**
   * None yet.
   *
   * @param most how many are kept
   */
  public ShownAddresses(int most) {
    this.most = most;
  }

  /**
   * Adds the addresses that a list shows.
   *
   * @param facts what is known of devices, by index
   */
  public void add(Inventory inventory, Map<Integer, DeviceFacts> facts) {
    for (PeerConnection connection : PeerConnection.of(inventory, facts)) {
      add(ConnectionEnd.address(connection.ownGid(), connection.ownLid()), connection.device());
    }
    facts.forEach((device, known) ->
        known.ports().stream()
            .filter(port -> port.lid() != 0)
            .forEach(port -> add(PeerAddress.lidText(port.lid()), device)));
    for (LiveObject object : inventory.objects()) {
      if (object.detail() instanceof LiveObject.Connection id) {
        Gid.ofSocket(id.source())
            .filter(gid -> !gid.isUnspecified())
            .ifPresent(gid -> add(gid.text(), object.device()));
      }
    }
    for (DatagramPeer peer : DatagramPeer.of(inventory, facts)) {
      add(ConnectionEnd.address(peer.ownGid(), peer.ownLid()), peer.device());
    }
  }

  /**
   * Adds an address.
   *
   * @param address a GID, or {@code lid:} and a number; ignored if every host has it for itself
   * @param device the index of the device that has it
   */
  void add(String address, int device) {
    if (address.isEmpty()
        || Addresses.isLoopback(address)
        || (addresses.size() == most && !addresses.containsKey(address))) {
      return;
    }
    SortedSet<Integer> devices = addresses.computeIfAbsent(address, _ -> new TreeSet<>());
    if (device != Device.UNKNOWN_INDEX) {
      devices.add(device);
    }
  }

  /** All addresses, each with the indices of the devices that have shown it. */
  public Map<String, SortedSet<Integer>> all() {
    Map<String, SortedSet<Integer>> all = new HashMap<>();
    addresses.forEach((address, devices) ->
        all.put(address, Collections.unmodifiableSortedSet(new TreeSet<>(devices))));
    return all;
  }
}
