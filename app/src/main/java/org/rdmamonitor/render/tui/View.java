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
  FINDINGS;

  static final List<View> ALL = List.of(values());

  /** {@code Overview}. */
  String title() {
    return name().charAt(0) + word().substring(1);
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
