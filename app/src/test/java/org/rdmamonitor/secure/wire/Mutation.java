// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.Arrays;
import java.util.Random;

/** Bytes with something wrong in them, at random. */
public final class Mutation {
  private static final byte[] EXTREMES = {0, 1, 0x7f, (byte) 0x80, (byte) 0xfe, (byte) 0xff};

  private final Random random;

  public Mutation(long seed) {
    this.random = new Random(seed);
  }

  public byte[] of(byte[] original) {
    byte[] result = original.clone();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      result = once(result);
    }
    return result;
  }

  private byte[] once(byte[] bytes) {
    if (bytes.length == 0) {
      return new byte[] {(byte) random.nextInt()};
    }
    // Headers matter most, and are shorter than the rest.
    int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, 48));
    switch (random.nextInt(7)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = (byte) random.nextInt();
      case 2 -> bytes[at] = EXTREMES[random.nextInt(EXTREMES.length)];
      case 3 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 4 -> {
        return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(64));
      }
      case 5 -> {
        byte[] without = Arrays.copyOf(bytes, bytes.length - 1);
        System.arraycopy(bytes, at + 1, without, at, bytes.length - at - 1);
        return without;
      }
      default -> {
        int from = random.nextInt(bytes.length);
        int length = Math.min(random.nextInt(16), bytes.length - Math.max(at, from));
        System.arraycopy(bytes.clone(), from, bytes, at, length);
      }
    }
    return bytes;
  }
}
