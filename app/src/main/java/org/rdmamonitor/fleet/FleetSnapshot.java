// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

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

  /** Whether hosts are of more than one job. */
  public boolean hasSeveralJobs() {
    return hosts.stream().map(host -> host.id().job()).distinct().limit(2).count() > 1;
  }
}
