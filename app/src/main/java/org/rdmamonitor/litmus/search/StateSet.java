// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.Arrays;

/**
 * A set of states in the order in which they were added: one array has the states, another one is
 * the hash table that finds them.
 */
final class StateSet {
  private static final int FIRST = 64;

  private final int words;
  private long[] states;
  private int[] slots;
  private int size;

  StateSet(int words) {
    this.words = words;
    states = new long[FIRST * words];
    slots = new int[2 * FIRST];
  }

  /** The states, {@code words} longs each. */
  long[] states() {
    return states;
  }

  int size() {
    return size;
  }

  /** How much memory it takes. */
  long bytes() {
    return (long) states.length * Long.BYTES + (long) slots.length * Integer.BYTES;
  }

  /**
   * Adds a state.
   *
   * @param hash as {@link #hash} gives it
   * @return whether it is new
   */
  boolean add(long[] from, int base, int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      if (isEqual(slots[slot] - 1, from, base)) {
        return false;
      }
      slot = slot + 1 & mask;
    }
    if (size * words == states.length) {
      states = Arrays.copyOf(states, Math.multiplyExact(states.length, 2));
    }
    System.arraycopy(from, base, states, size * words, words);
    slots[slot] = ++size;
    if (size * 2L > slots.length) {
      grow();
    }
    return true;
  }

  /** A hash of a state, all bits of which are equally well mixed. */
  static int hash(long[] from, int base, int words) {
    long hash = 0;
    for (int i = 0; i < words; i++) {
      hash = (hash ^ from[base + i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    hash *= 0xD6E8FEB86659FD93L;
    return (int) (hash ^ hash >>> 32);
  }

  private boolean isEqual(int index, long[] from, int base) {
    int at = index * words;
    for (int i = 0; i < words; i++) {
      if (states[at + i] != from[base + i]) {
        return false;
      }
    }
    return true;
  }

  private void grow() {
    slots = new int[Math.multiplyExact(slots.length, 2)];
    int mask = slots.length - 1;
    for (int i = 0; i < size; i++) {
      int slot = hash(states, i * words, words) & mask;
      while (slots[slot] != 0) {
        slot = slot + 1 & mask;
      }
      slots[slot] = i + 1;
    }
  }
}
