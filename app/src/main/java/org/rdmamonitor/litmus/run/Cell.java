// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

/**
 * A word of a node's memory.
 *
 * @param shared whether all instances of the test have it in common; else each has its own
 * @param index among those, from 0
 */
public record Cell(boolean shared, int index) {
  static Cell own(int index) {
    return new Cell(false, index);
  }

  static Cell shared(int index) {
    return new Cell(true, index);
  }
}
