// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a host tells of its connections.
 *
 * @param begin since when it has followed them; empty where it tells of none now
 * @param leftOut how many it does not tell of one by one
 * @param addresses that are its own, as it has told within the look-back
 * @param ends of connections, now
 * @param gone ends that it told of a moment ago, and does not now
 */
public record HostConnections(
    HostId id,
    Optional<Instant> begin,
    long leftOut,
    Set<String> addresses,
    List<ListedConnection> ends,
    List<ListedConnection> gone) {
  public HostConnections {
    addresses = Set.copyOf(addresses);
    ends = List.copyOf(ends);
    gone = List.copyOf(gone);
  }
}
