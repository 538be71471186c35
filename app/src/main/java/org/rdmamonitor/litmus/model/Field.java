// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

/** Where the bits of a field are that is read often. */
final class Field {
  private final int word;
  private final int shift;
  private final long mask;

  Field(StateLayout layout, int field) {
    word = layout.word(field);
    shift = layout.shift(field);
    mask = layout.mask(field);
  }

  /** Its value in the state that begins at {@code base}. */
  int get(long[] states, int base) {
    return (int) ((states[base + word] >>> shift) & mask);
  }

  /** All its bits, if the field is a set. */
  long bits(long[] states, int base) {
    return (states[base + word] >>> shift) & mask;
  }
}
