// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.List;
import java.util.Locale;

/** One of the views that a screen has. */
public sealed interface Tab permits View, FleetView {
  /** All views of its screen, in the order of their numbers. */
  List<? extends Tab> all();

  /** The constant's. */
  String name();

  /** {@code Overview}. */
  default String title() {
    return name().charAt(0) + word().substring(1);
  }

  /** So short that all of them fit into 80 columns, one of them with its full title. */
  default String shortTitle() {
    return title();
  }

  /** {@code overview}. */
  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Counted from 1. */
  default int number() {
    return all().indexOf(this) + 1;
  }

  /** The tab this many steps further on, from the last one to the first. */
  default Tab plus(int steps) {
    return all().get(Math.floorMod(all().indexOf(this) + steps, all().size()));
  }
}
