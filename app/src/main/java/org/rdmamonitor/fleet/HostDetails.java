// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Comparator;
import java.util.List;

/**
 * The details of a host. If the host is down, only its history.
 *
 * @param devices by name
 * @param cgroups the busiest first
 * @param problems the most severe first
 * @param history of some figures
 * @param notes sentences on what could not be found out
 */
public record HostDetails(
    HostId id,
    List<FleetDevice> devices,
    List<FleetCgroup> cgroups,
    List<FleetProblem> problems,
    HostHistory history,
    List<String> notes) {
  public HostDetails {
    devices = devices.stream().sorted(Comparator.comparing(FleetDevice::name)).toList();
    cgroups = cgroups.stream().sorted(FleetCgroup.BUSIEST_FIRST).toList();
    problems = problems.stream().sorted(FleetProblem.WORST_FIRST).toList();
    notes = List.copyOf(notes);
  }
}
