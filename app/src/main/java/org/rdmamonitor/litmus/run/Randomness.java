// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

/** Random numbers of moderate quality, computed fast and without garbage (Marsaglia's xorshift). */
final class Randomness {
  /**
   * Multiples of this keep states of different seeds apart (Steele, Lea and Flood's SplitMix64).
   */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private static final int MIX = 30;
  private static final long MIXER = 0xbf58476d1ce4e5b9L;

  private long state;

  Randomness(long seed, long run, int thread) {
    long mixed = seed + GOLDEN * (run * 64 + thread + 1);
    mixed = (mixed ^ mixed >>> MIX) * MIXER;
    state = mixed == 0 ? GOLDEN : mixed;
  }

  /** A number from 0 to below a bound, which is at least 1. */
  int below(int bound) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 33) % bound);
  }

  /** True or false, with equal probability. */
  boolean coin() {
    return below(2) == 0;
  }

  /** The numbers from 0 to below a size, in random order. */
  int[] permutation(int size) {
    int[] numbers = new int[size];
    for (int i = 0; i < size; i++) {
      int other = below(i + 1);
      numbers[i] = numbers[other];
      numbers[other] = i;
    }
    return numbers;
  }
}
