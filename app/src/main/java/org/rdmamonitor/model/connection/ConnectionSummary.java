// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * How many connections there are, among the queue pairs and address handles that are listed one by
 * one.
 *
 * @param connected queue pairs of which the peer's number is known
 * @param byState how many of these are in each state, as far as the state is known
 * @param handles address handles that are listed one by one
 * @param peers how many addresses these queue pairs and handles lead to
 * @param withoutAddress how many of the queue pairs lead to an address that is not known
 * @param notListed queue pairs, and handles, of which only the number is known
 */
public record ConnectionSummary(
    long connected,
    Map<QueuePairState, Long> byState,
    long handles,
    long peers,
    long withoutAddress,
    long notListed) {

  public ConnectionSummary {
    EnumMap<QueuePairState, Long> ordered = new EnumMap<>(QueuePairState.class);
    ordered.putAll(byState);
    byState = Collections.unmodifiableMap(ordered);
  }

  /**
   * Of an inventory.
   *
   * @param facts what is known of devices, by index
   */
  public static ConnectionSummary of(Inventory inventory, Map<Integer, DeviceFacts> facts) {
    Map<QueuePairState, Long> states = new EnumMap<>(QueuePairState.class);
    Set<String> peers = new HashSet<>();
    long connected = 0;
    long withoutAddress = 0;
    for (PeerConnection connection : PeerConnection.of(inventory, facts)) {
      if (connection.peerQpn().isEmpty()) {
        continue;
      }
      connected++;
      connection.state().ifPresent(state -> states.merge(state, 1L, Long::sum));
      if (connection.address().isPresent()) {
        peers.add(connection.peerKey());
      } else {
        withoutAddress++;
      }
    }
    DatagramPeer.of(inventory, facts).forEach(handle -> peers.add(handle.peerKey()));
    long rest = inventory.leftOutCount(ResourceType.QP);
    return new ConnectionSummary(
        connected,
        states,
        inventory.handles().size(),
        peers.size(),
        withoutAddress,
        rest + inventory.handlesLeftOut());
  }

  /** Whether there is anything to tell. */
  public boolean isEmpty() {
    return connected == 0 && handles == 0;
  }
}
