// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;

/**
 * The address of a connection of which no call was seen, by the connection manager's id: its IP
 * addresses are the GIDs where packets go by Ethernet (RoCE, iWARP). On InfiniBand they are not,
 * and those of the loopback are none of any device.
 */
final class ManagedAddress {
  private static final String ETHERNET = "Ethernet";

  private ManagedAddress() {}

  /** That of a queue pair that is connected, and of its id; empty where the id does not tell it. */
  static Optional<Address> of(QueuePair pair, LiveObject.Connection id, DeviceFacts device) {
    List<Port> ports =
        device.ports().stream()
            .filter(port -> pair.port() == 0 || port.number() == pair.port())
            .toList();
    if (ports.isEmpty() || !ports.stream().allMatch(port -> port.linkLayer().equals(ETHERNET))) {
      return Optional.empty();
    }
    return gid(id.destination())
        .map(peer ->
            new Address(
                Transport.UNKNOWN,
                ports.size() == 1 ? ports.getFirst().number() : 0,
                OptionalInt.empty(),
                0,
                0,
                Optional.of(
                    Route.between(
                        gid(id.source()).map(Gid::text).orElse(""),
                        peer.text(),
                        OptionalInt.empty()))));
  }

  private static Optional<Gid> gid(String socket) {
    return Gid.ofSocket(socket).filter(gid -> !gid.isUnspecified() && !gid.isLoopback());
  }
}
