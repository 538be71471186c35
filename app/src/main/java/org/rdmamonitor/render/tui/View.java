// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.List;
import java.util.Locale;

/** The views, in the order of their numbers. */
public enum View {
  OVERVIEW,
  CGROUPS,
  PROCESSES,
  DEVICES,
  EVENTS,
  OBJECTS,
  FINDINGS,
  CONNECTIONS;

  static final List<View> ALL = List.of(values());

  /** {@code Overview}. */
  String title() {
    return name().charAt(0) + word().substring(1);
  }

  /** As short as it takes for all of them to stand in 80 columns, one of them with its title. */
  String shortTitle() {
    return switch (this) {
      case PROCESSES -> "Procs";
      case OBJECTS -> "Objs";
      case CONNECTIONS -> "Conns";
      case OVERVIEW, CGROUPS, DEVICES, EVENTS, FINDINGS -> title();
    };
  }

  /** {@code overview}. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Counted from 1. */
  int number() {
    return ALL.indexOf(this) + 1;
  }

  View plus(int steps) {
    return ALL.get(Math.floorMod(ALL.indexOf(this) + steps, ALL.size()));
  }
}
