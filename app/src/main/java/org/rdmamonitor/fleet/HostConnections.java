// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a host reports about its connections.
 *
 * @param begin since when it has followed them; empty if it reports none now
 * @param leftOut how many connections it does not report one by one
 * @param addresses of the host, as it reported them within the look-back
 * @param ends of connections, now
 * @param gone ends that it reported a moment ago and no longer does
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
