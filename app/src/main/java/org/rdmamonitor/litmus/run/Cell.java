// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

/**
 * A word of a node's memory.
 *
 * @param shared whether all instances of the test share it; otherwise each instance has its own
 * @param index among the words of that kind, from 0
 */
public record Cell(boolean shared, int index) {
  static Cell own(int index) {
    return new Cell(false, index);
  }

  static Cell shared(int index) {
    return new Cell(true, index);
  }
}
