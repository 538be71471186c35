// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.fleet;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostConnections;
import org.rdmamonitor.fleet.join.FleetConnections;
import org.rdmamonitor.fleet.prometheus.FleetReader;
import org.rdmamonitor.fleet.prometheus.PrometheusException;

/** Joins the connections that the server has. */
final class FleetEnds {
  private FleetEnds() {}

  static FleetConnections read(FleetReader reader, FleetSnapshot fleet) throws PrometheusException {
    Set<String> notes = new LinkedHashSet<>();
    List<HostConnections> told = reader.connections(fleet, notes);
    return FleetConnections.of(fleet, told, notes);
  }
}
