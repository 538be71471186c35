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
  private record Place(int host, String address) {}

  private final Set<Link> links = new HashSet<>();

  /** A union-find structure: each place leads to another place of its network, or to itself. */
  private final Map<Place, Place> places = new HashMap<>();

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
      Place first = first(new Place(one.host(), one.ownAddress()));
      places.put(first, first(new Place(other.host(), other.ownAddress())));
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

  /** The place that represents all places of a network. */
  private Place first(Place place) {
    Place first = place;
    Place next = next(first);
    while (!next.equals(first)) {
      places.put(first, next(next)); // halves the path for the next time
      first = next;
      next = next(first);
    }
    return first;
  }

  private Place next(Place place) {
    return places.getOrDefault(place, place);
  }

  /** Whether the end's peer is known to be on this host, which has the address. */
  boolean isKnown(ConnectionEnd end, int owner) {
    Scope scope = Addresses.scope(end.peerAddress());
    return scope == Scope.GLOBAL
        || end.isWithinHost()
        || links.contains(new Link(end.host(), end.peerAddress(), owner))
        || (scope == Scope.PRIVATE
            && (end.host() == owner
                || first(new Place(end.host(), end.ownAddress()))
                    .equals(first(new Place(owner, end.peerAddress())))));
  }

  /**
   * Whether the peer may be on this host. With a link-local address it may only if a connection
   * over that link has shown it.
   */
  boolean isPossible(ConnectionEnd end, int owner) {
    return Addresses.scope(end.peerAddress()) != Scope.LINK || isKnown(end, owner);
  }
}
