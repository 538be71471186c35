// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

/**
 * Where a value is kept in a state, as its number in the domain.
 *
 * @param field of the layout; -1 if the value is always the same
 * @param constant the value's number in that case
 */
record Cell(int field, int constant) {
  /** A value that nothing reads. */
  static final Cell NONE = new Cell(-1, 0);

  /** A value that is known beforehand. */
  static Cell of(int constant) {
    return new Cell(-1, constant);
  }

  boolean isKept() {
    return field >= 0;
  }
}
