// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.List;

/** The views of a fleet, in the order of their numbers: all hosts, and what one of them has. */
public enum FleetView implements Tab {
  HOSTS,
  CGROUPS,
  DEVICES,
  PROBLEMS;

  private static final List<FleetView> ALL = List.of(values());

  @Override
  public List<FleetView> all() {
    return ALL;
  }
}
