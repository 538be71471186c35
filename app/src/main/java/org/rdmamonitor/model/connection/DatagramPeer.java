// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath.Address;

/**
 * A peer that datagrams may be sent to, by an address handle.
 *
 * @param ownLid the LID of its own end; empty if the link has none, or it is not known
 * @param users the numbers of the queue pairs that may send by it: those that are not connected and
 *     belong to its protection domain
 */
public record DatagramPeer(AddressHandle handle, OptionalInt ownLid, List<Integer> users)
    implements Peering {
  public DatagramPeer {
    users = List.copyOf(users);
  }

  /** A protection domain. */
  private record Domain(int device, int number) {}

  /**
   * The address handles of an inventory, in its order.
   *
   * @param facts what is known of devices, by index
   */
  public static List<DatagramPeer> of(Inventory inventory, Map<Integer, DeviceFacts> facts) {
    if (inventory.handles().isEmpty()) {
      return List.of();
    }
    Map<Domain, List<Integer>> users = new HashMap<>();
    for (LiveObject object : inventory.objects()) {
      if (object.detail() instanceof QueuePair pair
          && pair.pdn().isPresent()
          && pair.type().sendsByHandles()) {
        users
            .computeIfAbsent(
                new Domain(object.device(), pair.pdn().getAsInt()), _ -> new ArrayList<>())
            .add(pair.lqpn());
      }
    }
    return inventory.handles().stream()
        .map(handle ->
            new DatagramPeer(
                handle,
                Peering.ownLid(
                    Optional.of(handle.address()),
                    facts.getOrDefault(handle.device(), DeviceFacts.NONE)),
                users.getOrDefault(new Domain(handle.device(), handle.pdn()), List.of())))
        .toList();
  }

  @Override
  public int device() {
    return handle.device();
  }

  @Override
  public int pid() {
    return handle.pid();
  }

  @Override
  public String owner() {
    return handle.owner();
  }

  @Override
  public long cgroup() {
    return handle.cgroup();
  }

  @Override
  public OptionalInt port() {
    return OptionalInt.of(handle.address().port());
  }

  @Override
  public Optional<Instant> since() {
    return Optional.of(handle.since());
  }

  @Override
  public Optional<Address> address() {
    return Optional.of(handle.address());
  }

  /** Never known: each send request has its own, and only the device sees those. */
  @Override
  public OptionalInt peerQpn() {
    return OptionalInt.empty();
  }
}
