// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.resource.Gid.Scope;

/**
 * Which addresses are known to lead to which hosts. An address that is not globally unique may
 * belong to another host too, in another network; connections of which both ends are known tell
 * which host it is. Private addresses are routed, so those of connected hosts are in one network,
 * in which each host reaches all addresses. This does not hold for link-local addresses.
 */
final class Networks {
  /** A host, an address that it connects to, and the host that this leads to. */
  private record Link(int host, String address, int owner) {}

  /** An address of a host. */
  private record HostedAddress(int host, String address) {}

  private final Set<Link> links = new HashSet<>();

  /** From each address to another one of its network, or to itself. */
  private final Map<HostedAddress, HostedAddress> towards = new HashMap<>();

  /**
   * Learns from a connection.
   *
   * @param isProven whether the sequence numbers of its ends meet; if not, they only name each
   *     other, which proves nothing for link-local addresses
   */
  void add(ConnectionEnd one, ConnectionEnd other, boolean isProven) {
    boolean isNamed = isComplete(one) && isComplete(other);
    if (isProven || isNamed) {
      link(one, other.host(), isProven);
      link(other, one.host(), isProven);
    }
    if (isNamed) {
      HostedAddress first = first(new HostedAddress(one.host(), one.ownAddress()));
      towards.put(first, first(new HostedAddress(other.host(), other.ownAddress())));
    }
  }

  /** Whether both addresses of the connection are known. */
  private static boolean isComplete(ConnectionEnd end) {
    return !end.ownAddress().isEmpty() && !end.peerAddress().isEmpty();
  }

  private void link(ConnectionEnd end, int owner, boolean isProven) {
    if (isProven || Addresses.scope(end.peerAddress()) != Scope.LINK) {
      links.add(new Link(end.host(), end.peerAddress(), owner));
    }
  }

  /** That which stands for all addresses of a network. */
  private HostedAddress first(HostedAddress address) {
    HostedAddress first = address;
    HostedAddress next = next(first);
    while (!next.equals(first)) {
      towards.put(first, next(next)); // half as far the next time
      first = next;
      next = next(first);
    }
    return first;
  }

  private HostedAddress next(HostedAddress address) {
    return towards.getOrDefault(address, address);
  }

  /** Whether the end's peer is known to be on this host, which has the address. */
  boolean isKnown(ConnectionEnd end, int owner) {
    Scope scope = Addresses.scope(end.peerAddress());
    return scope == Scope.GLOBAL
        || end.isWithinHost()
        || links.contains(new Link(end.host(), end.peerAddress(), owner))
        || (scope == Scope.PRIVATE
            && (end.host() == owner
                || first(new HostedAddress(end.host(), end.ownAddress()))
                    .equals(first(new HostedAddress(owner, end.peerAddress())))));
  }

  /**
   * Whether the peer may be on this host. With a link-local address it may only if a connection
   * over that link has shown it.
   */
  boolean isPossible(ConnectionEnd end, int owner) {
    return Addresses.scope(end.peerAddress()) != Scope.LINK || isKnown(end, owner);
  }
}
