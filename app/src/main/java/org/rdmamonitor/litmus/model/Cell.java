// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

/**
 * Where a value is kept.
 *
 * @param field of the layout; -1 if it is always the same
 * @param constant its number then
 */
record Cell(int field, int constant) {
  /** Nothing that anybody asks for. */
  static final Cell NONE = new Cell(-1, 0);

  /** A value that is known before. */
  static Cell of(int constant) {
    return new Cell(-1, constant);
  }

  boolean isKept() {
    return field >= 0;
  }
}
