// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.io.IOException;
import java.util.Optional;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.join.FleetConnections;

/** Writes what is known of a fleet, one reading after the other. */
public interface FleetReport {
  /**
   * Writes a reading.
   *
   * @param details of one host, if it was asked for
   * @param connections of all hosts, if they were asked for
   */
  void reading(
      FleetSnapshot fleet, Optional<HostDetails> details, Optional<FleetConnections> connections)
      throws IOException;
}
