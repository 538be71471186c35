// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;
import org.rdmamonitor.litmus.language.Location;

/**
 * The memory of a node, in words: for each instance of the test its own words, of which the
 * locations come first, and behind them the constants that puts carry, which all instances share.
 *
 * @param own how many words an instance has
 */
public record NodePlan(String name, List<Location> locations, int own, List<Long> constants) {
  public NodePlan {
    locations = List.copyOf(locations);
    constants = List.copyOf(constants);
  }

  /** How many words the node has for this many instances. */
  public int words(int instances) {
    return instances * own + constants.size();
  }

  /**
   * The index of a word.
   *
   * @param slot of an instance's memory, from 0
   * @param instances how many there are slots for
   */
  public int word(Cell cell, int slot, int instances) {
    return cell.shared() ? instances * own + cell.index() : slot * own + cell.index();
  }
}
