// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.List;

/**
 * The views of a fleet, in the order of their numbers: all hosts, what one of them has, and what
 * they have together.
 */
public enum FleetView implements Tab {
  HOSTS,
  CGROUPS,
  DEVICES,
  PROBLEMS,
  CONNECTIONS,
  FINDINGS;

  private static final List<FleetView> ALL = List.of(values());

  @Override
  public List<FleetView> all() {
    return ALL;
  }
}
