// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

/**
 * A place in the memory of a node.
 *
 * @param name as in programs and conditions
 * @param node that it lives on; {@link #AUXILIARY} for what only an observer sees
 * @param value at first
 */
public record Location(String name, String node, long value) {
  /**
   * Not a node: locations on it are read and written by any thread, at once, past store buffers and
   * queue pairs. They say in a condition what happened before what.
   */
  public static final String AUXILIARY = "aux";

  /** Whether it is on no node. */
  public boolean isAuxiliary() {
    return node.equals(AUXILIARY);
  }
}
