// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.List;

/** The views of one host, in the order of their numbers. */
public enum View implements Tab {
  OVERVIEW,
  CGROUPS,
  PROCESSES,
  DEVICES,
  EVENTS,
  OBJECTS,
  FINDINGS,
  CONNECTIONS;

  private static final List<View> ALL = List.of(values());

  @Override
  public List<View> all() {
    return ALL;
  }

  @Override
  public String shortTitle() {
    return switch (this) {
      case PROCESSES -> "Procs";
      case OBJECTS -> "Objs";
      case CONNECTIONS -> "Conns";
      case OVERVIEW, CGROUPS, DEVICES, EVENTS, FINDINGS -> title();
    };
  }
}
