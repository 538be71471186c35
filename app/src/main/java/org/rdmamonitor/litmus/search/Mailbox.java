// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.Arrays;

/**
 * States on their way to another part of the search. Before each state stand its level and its
 * hash.
 */
final class Mailbox {
  private final int words;
  private long[] letters = new long[256];
  private int end;

  Mailbox(int words) {
    this.words = words;
  }

  void put(int level, int hash, long[] state) {
    if (end + words + 1 > letters.length) {
      letters = Arrays.copyOf(letters, Math.max(2 * letters.length, end + words + 1));
    }
    letters[end] = ((long) level << Integer.SIZE) | (hash & 0xFFFF_FFFFL);
    System.arraycopy(state, 0, letters, end + 1, words);
    end += words + 1;
  }

  long bytes() {
    return (long) letters.length * Long.BYTES;
  }

  /** Adds all states to a part, and empties the mailbox. */
  void empty(StatePart part) {
    for (int i = 0; i < end; i += words + 1) {
      part.add((int) (letters[i] >>> Integer.SIZE), (int) letters[i], letters, i + 1);
    }
    end = 0;
  }
}
