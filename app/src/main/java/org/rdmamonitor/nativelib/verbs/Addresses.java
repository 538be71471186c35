// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Chooses which of a device's own ports and addresses to use. */
public final class Addresses {
  private Addresses() {}

  /** A port that carries packets, and an address of it. */
  public record Address(PortInfo port, GidEntry gid) {
    /** The route from here to another address, or back to itself. */
    public Route to(Address other) {
      return port.linkLayer() == PortInfo.LinkLayer.INFINIBAND
          ? Route.toLid(port.number(), other.port.lid())
          : Route.to(port.number(), gid.index(), other.gid.gid());
    }
  }

  /**
   * The address that is nearest to what is wanted; of several, the one of the first port, then the
   * one with the smallest index.
   *
   * @param ports to choose from; only active ones are chosen
   * @param gids to choose from, of any ports
   */
  public static Optional<Address> choose(
      List<PortInfo> ports, List<GidEntry> gids, Preference preference) {
    return ports.stream()
        .filter(PortInfo::isActive)
        .flatMap(port ->
            gids.stream()
                .filter(gid -> gid.port() == port.number())
                .map(gid -> new Address(port, gid)))
        .min(
            Comparator.comparingInt((Address address) -> preference.distance(address.gid))
                .thenComparingInt(address -> address.port.number())
                .thenComparingInt(address -> address.gid.index()));
  }

  /**
   * The address to use of a device if no connection suggests one; empty if the device cannot be
   * used.
   */
  public static Optional<Address> choose(DeviceInfo device) {
    return choose(device.ports(), device.gids(), Preference.USUAL);
  }
}
