// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;
import org.rdmamonitor.litmus.language.Location;

/**
 * The memory of a node, in words: those of each instance of the test, beginning with its locations;
 * behind them the constants that puts carry, which all instances share.
 *
 * @param own words of an instance
 */
public record NodePlan(String name, List<Location> locations, int own, List<Long> constants) {
  public NodePlan {
    locations = List.copyOf(locations);
    constants = List.copyOf(constants);
  }

  /** How many words it has for so many instances. */
  public int words(int instances) {
    return instances * own + constants.size();
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
