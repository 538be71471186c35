// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

/**
 * A place in the memory of a node.
 *
 * @param name in programs and conditions
 * @param node that it is on; {@link #AUXILIARY} for what only an observer sees
 * @param value the initial one
 */
public record Location(String name, String node, long value) {
  /**
   * In place of a node. Any thread reads and writes auxiliary locations, at once, without store
   * buffers and queue pairs. They let a condition say what happened before what.
   */
  public static final String AUXILIARY = "aux";

  /** Whether this is an auxiliary location, on no node. */
  public boolean isAuxiliary() {
    return node.equals(AUXILIARY);
  }
}
