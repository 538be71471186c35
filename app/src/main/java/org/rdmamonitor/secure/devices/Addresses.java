// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.util.Comparator;
import java.util.Optional;
import org.rdmamonitor.nativelib.verbs.DeviceInfo;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.Route;

/** Which of a device's own addresses to take. */
public final class Addresses {
  private Addresses() {}

  /** The first port that carries packets and has an address. */
  public static Optional<PortInfo> port(DeviceInfo device) {
    return device.ports().stream().filter(port -> Survey.isUsable(device, port)).findFirst();
  }

  /** RoCE v2 before v1, IPv4 before IPv6, routable before link-local, then by index. */
  public static Optional<GidEntry> gid(DeviceInfo device, int port) {
    return device.gids().stream()
        .filter(gid -> gid.port() == port)
        .min(
            Comparator.comparing((GidEntry gid) -> gid.type() != GidEntry.Type.ROCE_V2)
                .thenComparing(gid -> !gid.gid().isIpv4())
                .thenComparing(gid -> gid.gid().isLinkLocal())
                .thenComparingInt(GidEntry::index));
  }

  /** The way from a port back to itself. */
  static Route toItself(DeviceInfo device, PortInfo port) {
    if (port.linkLayer() == PortInfo.LinkLayer.INFINIBAND) {
      return Route.toLid(port.number(), port.lid());
    }
    GidEntry gid = gid(device, port.number()).orElseThrow();
    return Route.to(port.number(), gid.index(), gid.gid());
  }
}
