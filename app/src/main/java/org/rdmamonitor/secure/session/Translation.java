// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.PortInfo.LinkLayer;
import org.rdmamonitor.nativelib.verbs.Route;
import org.rdmamonitor.secure.wire.Gid;
import org.rdmamonitor.secure.wire.GidType;
import org.rdmamonitor.secure.wire.Mtu;
import org.rdmamonitor.secure.wire.Port;
import org.rdmamonitor.secure.wire.Transport;

/** Translates between the types of verbs and those of the protocol. */
final class Translation {
  private Translation() {}

  static Port port(Attachment end) {
    PortInfo port = end.port();
    return new Port(
        Gid.of(end.gid().gid().bytes()),
        switch (end.gid().type()) {
          case INFINIBAND -> GidType.INFINIBAND;
          case ROCE_V1 -> GidType.ROCE_V1;
          case ROCE_V2 -> GidType.ROCE_V2;
        },
        port.linkLayer() == LinkLayer.ETHERNET ? 0 : port.lid(),
        Mtu.valueOf(port.activeMtu().name()));
  }

  /** The other end's address, in the form of an entry of a GID table. */
  static GidEntry entry(Port other) {
    return new GidEntry(
        1,
        0,
        org.rdmamonitor.nativelib.verbs.Gid.of(other.gid().bytes()),
        switch (other.gidType()) {
          case INFINIBAND -> GidEntry.Type.INFINIBAND;
          case ROCE_V1 -> GidEntry.Type.ROCE_V1;
          case ROCE_V2 -> GidEntry.Type.ROCE_V2;
        },
        0);
  }

  static Route route(Attachment own, Port other) {
    return own.port().linkLayer() == LinkLayer.ETHERNET
        ? Route.to(own.port().number(), own.gid().index(), entry(other).gid())
        : Route.toLid(own.port().number(), other.lid());
  }

  static org.rdmamonitor.nativelib.verbs.Transport transport(Transport transport) {
    return org.rdmamonitor.nativelib.verbs.Transport.valueOf(transport.name());
  }

  static org.rdmamonitor.nativelib.verbs.Mtu mtu(Mtu mtu) {
    return org.rdmamonitor.nativelib.verbs.Mtu.valueOf(mtu.name());
  }
}
