// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All hosts at one moment.
 *
 * @param time the moment
 * @param server that was asked
 * @param hosts the most worrying first
 * @param notes sentences on what could not be found out, and the server's warnings
 */
public record FleetSnapshot(
    Instant time, String server, List<FleetHost> hosts, List<String> notes) {
  public FleetSnapshot {
    hosts = hosts.stream().sorted(FleetHost.WORST_FIRST).toList();
    notes = List.copyOf(notes);
  }

  /** How many hosts are in each state; without states that none is in. */
  public Map<HostState, Integer> byState() {
    Map<HostState, Integer> counts = new EnumMap<>(HostState.class);
    hosts.forEach(host -> counts.merge(host.state(), 1, Integer::sum));
    return Collections.unmodifiableMap(counts);
  }

  /** The host of an identity, if it is one of these. */
  public Optional<FleetHost> host(HostId id) {
    return hosts.stream().filter(host -> host.id().equals(id)).findFirst();
  }

  /** The state of a host; one that is none of these is gone. */
  public HostState state(HostId id) {
    return host(id).map(FleetHost::state).orElse(HostState.GONE);
  }
}
