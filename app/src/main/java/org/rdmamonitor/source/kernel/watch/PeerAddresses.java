// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.nativelib.monitor.AddressRecord;
import org.rdmamonitor.nativelib.monitor.AddressRecord.Link;
import org.rdmamonitor.nativelib.monitor.CallDetail;

/** Address vectors in the words of the model. */
final class PeerAddresses {
  private PeerAddresses() {}

  static Address of(AddressRecord address) {
    boolean hasLids = address.link() == Link.IB || address.link() == Link.OPA;
    return new Address(
        transport(address),
        address.port(),
        hasLids ? OptionalInt.of(address.lid()) : OptionalInt.empty(),
        hasLids ? address.pathBits() : 0,
        address.serviceLevel(),
        address.isGlobal() ? Optional.of(route(address)) : Optional.empty());
  }

  private static Transport transport(AddressRecord address) {
    return switch (address.link()) {
      case UNKNOWN -> Transport.UNKNOWN;
      case IB -> Transport.IB;
      case OPA -> Transport.OPA;
      case ROCE_V1 -> address.isOwnGidKnown() ? Transport.ROCE_V1 : Transport.ROCE;
      case ROCE_V2 -> Transport.ROCE_V2;
    };
  }

  private static Route route(AddressRecord address) {
    return Route.of(
        address.isOwnGidKnown() ? gid(address.ownGid()) : "",
        address.gidIndex(),
        gid(address.peerGid()),
        address.flowLabel(),
        address.hopLimit(),
        address.trafficClass());
  }

  private static String gid(CallDetail.Gid gid) {
    return new Gid(gid.high(), gid.low()).text();
  }
}
