// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the hosts of a fleet are called: by their instances. Where several jobs have an instance,
 * the job stands behind it.
 *
 * @param shared the instances that several jobs have
 */
public record HostNames(Set<String> shared) {
  public HostNames {
    shared = Set.copyOf(shared);
  }

  public static HostNames of(FleetSnapshot fleet) {
    Set<String> seen = new HashSet<>();
    return new HostNames(
        fleet.hosts().stream()
            .map(host -> host.id().instance())
            .filter(instance -> !seen.add(instance))
            .collect(Collectors.toSet()));
  }

  /** The name of a host. */
  public String of(HostId id) {
    return shared.contains(id.instance()) ? id.instance() + " " + id.job() : id.instance();
  }
}
