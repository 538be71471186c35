// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.nativelib.verbs.CommunicationId.DevicePort;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.wire.ConnectionService;
import org.rdmamonitor.secure.wire.GidType;
import org.rdmamonitor.secure.wire.Port;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * How a client reaches the server's connection manager. If the user leaves the device open, the
 * routing tables choose it.
 *
 * @param service what the server has told
 * @param to the IP address that the GID of its RoCE device stands for; with InfiniBand, whose GIDs
 *     are no IP addresses, the address of the TLS connection
 */
record ConnectionRoute(ConnectionService service, InetSocketAddress to) {
  /**
   * The way to a server.
   *
   * @param port the server's
   * @param tls the server's address of the TLS connection
   */
  static ConnectionRoute of(ConnectionService service, Port port, InetAddress tls) {
    InetAddress address = port.gidType() == GidType.INFINIBAND ? tls : address(port.gid().bytes());
    return new ConnectionRoute(service, new InetSocketAddress(address, service.port()));
  }

  private static InetAddress address(byte[] gid) {
    try {
      return InetAddress.getByAddress(gid);
    } catch (UnknownHostException wrongLength) {
      throw new IllegalStateException(wrongLength);
    }
  }

  /**
   * Whether the device is left to the routing tables: the user has chosen neither a device nor a
   * GID index, and the address is not link-local, since the routing tables cannot tell by which
   * device such an address is reached.
   */
  private boolean isFree(DeviceChoice choice) {
    return choice.device().isEmpty()
        && choice.gidIndex().isEmpty()
        && !to.getAddress().isLinkLocalAddress();
  }

  /**
   * The user's choice; if the device was left open, the one that leads there.
   *
   * @throws SessionException if none does
   * @throws VerbsException if this host has no connection manager, or it refuses
   */
  DeviceChoice device(Verbs verbs, DeviceChoice choice)
      throws SessionException, InterruptedException {
    if (!isFree(choice)) {
      return choice;
    }
    try (ManagerEvents events = new ManagerEvents(verbs)) {
      DevicePort found =
          events
              .resolve(Optional.empty(), to, 0)
              .device()
              .orElseThrow(() ->
                  new SessionException(
                      RefusalCode.DEVICE,
                      "no RDMA device leads to " + to.getAddress().getHostAddress()));
      return new DeviceChoice(
          Optional.of(found.device()),
          OptionalInt.of(choice.port().orElse(found.port())),
          choice.gidIndex());
    }
  }

  /**
   * The address to connect from: that of the device, if the user has chosen it.
   *
   * @param choice the user's
   */
  Optional<InetSocketAddress> from(DeviceChoice choice, Attachment own) {
    return isFree(choice) || own.gid().type() == GidEntry.Type.INFINIBAND
        ? Optional.empty()
        : Optional.of(new InetSocketAddress(address(own.gid().gid().bytes()), 0));
  }
}
