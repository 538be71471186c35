// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;
import org.rdmamonitor.litmus.language.Location;

/**
 * The memory of a node, in words: those of each instance of the test, beginning with its locations;
 * behind them those that all instances share, beginning with the constants that puts carry.
 *
 * @param own words of an instance
 * @param shared words of all
 */
public record NodePlan(
    String name, List<Location> locations, int own, List<Long> constants, int shared) {
  public NodePlan {
    locations = List.copyOf(locations);
    constants = List.copyOf(constants);
  }

  /** How many words it has for so many instances. */
  public int words(int instances) {
    return instances * own + shared;
  }

  /**
   * The index of a word.
   *
   * @param slot of an instance's memory, from 0
   * @param instances that there are slots for
   */
  public int word(Cell cell, int slot, int instances) {
    return cell.shared() ? instances * own + cell.index() : slot * own + cell.index();
  }
}
