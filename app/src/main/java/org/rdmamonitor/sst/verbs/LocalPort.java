// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.verbs;

import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.PortInfo.LinkLayer;
import org.rdmamonitor.nativelib.verbs.Route;
import org.rdmamonitor.nativelib.verbs.VerbsContext;

/**
 * Where a member is.
 *
 * @param context an open device, which must be closed after the fabric
 * @param port of it that is active
 * @param gid of the port; on InfiniBand without a global route, the first one
 */
public record LocalPort(VerbsContext context, PortInfo port, GidEntry gid) {
  Route to(PeerAddress peer) {
    return port.linkLayer() == LinkLayer.ETHERNET
        ? Route.to(port.number(), gid.index(), peer.gid())
        : Route.toLid(port.number(), peer.lid());
  }
}
