// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Arrays;

/** Where the fields of a state are: bits of 64-bit words; no field crosses a word's border. */
final class StateLayout {
  private int[] words = new int[64];
  private int[] shifts = new int[64];
  private long[] masks = new long[64];
  private int[] free = new int[0];
  private int count;

  /**
   * A new field.
   *
   * @param values how many different ones it has, from 1; a field of one has no bits
   * @return its number
   */
  int add(int values) {
    return addBits(Integer.SIZE - Integer.numberOfLeadingZeros(values - 1));
  }

  /** A new field of 0 to 63 bits. */
  int addBits(int bits) {
    if (count == words.length) {
      words = Arrays.copyOf(words, 2 * count);
      shifts = Arrays.copyOf(shifts, 2 * count);
      masks = Arrays.copyOf(masks, 2 * count);
    }
    int word = wordFor(bits);
    words[count] = word;
    shifts[count] = bits == 0 ? 0 : Long.SIZE - free[word];
    masks[count] = (1L << bits) - 1;
    free[word] -= bits;
    return count++;
  }

  /** How many words a state has. */
  int words() {
    return free.length;
  }

  /** How many bits of them are used. */
  int bits() {
    return free.length * Long.SIZE - Arrays.stream(free).sum();
  }

  long get(long[] state, int base, int field) {
    return (state[base + words[field]] >>> shifts[field]) & masks[field];
  }

  void set(long[] state, int field, long value) {
    int word = words[field];
    state[word] = (state[word] & ~(masks[field] << shifts[field])) | (value << shifts[field]);
  }

  /** Adds to a field, which must have room for the sum. */
  void add(long[] state, int field, long more) {
    state[words[field]] += more << shifts[field];
  }

  int word(int field) {
    return words[field];
  }

  int shift(int field) {
    return shifts[field];
  }

  long mask(int field) {
    return masks[field];
  }

  private int wordFor(int bits) {
    for (int i = 0; i < free.length; i++) {
      if (free[i] >= bits) {
        return i;
      }
    }
    free = Arrays.copyOf(free, free.length + 1);
    free[free.length - 1] = Long.SIZE;
    return free.length - 1;
  }
}
