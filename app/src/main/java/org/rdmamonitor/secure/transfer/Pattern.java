// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Contents that identify the sender, the message and the position. No byte is zero, so that written
 * memory can be distinguished from zeroed memory.
 */
final class Pattern {
  private static final ValueLayout.OfLong WORD =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final long ODD_BYTES = 0x0101010101010101L;
  private static final long STEP = 0x9e3779b97f4a7c15L;
  private static final long MIX = 0xbf58476d1ce4e5b9L;

  private Pattern() {}

  /** The seed of a message; only the lowest 32 bits of its number count. */
  static long seed(Role sender, int lane, long size, long number) {
    long seed = (number & 0xffff_ffffL) << 12 | (long) lane << 1 | (sender == Role.ACTIVE ? 1 : 0);
    seed = (seed ^ size << 44) * MIX;
    return (seed ^ seed >>> 29) * STEP;
  }

  static void fill(MemorySegment memory, long offset, long bytes, long seed) {
    long word = seed;
    long i = 0;
    for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
      memory.set(WORD, offset + i, word | ODD_BYTES);
      word += STEP;
    }
    for (long last = word | ODD_BYTES; i < bytes; i++) {
      memory.set(JAVA_BYTE, offset + i, (byte) last);
      last >>>= Byte.SIZE;
    }
  }

  static boolean matches(MemorySegment memory, long offset, long bytes, long seed) {
    long word = seed;
    long wrong = 0;
    long i = 0;
    for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
      wrong |= memory.get(WORD, offset + i) ^ (word | ODD_BYTES);
      word += STEP;
    }
    for (long last = word | ODD_BYTES; i < bytes; i++) {
      wrong |= (byte) (memory.get(JAVA_BYTE, offset + i) ^ last);
      last >>>= Byte.SIZE;
    }
    return wrong == 0;
  }

  /** Whether nothing was written to the memory since it was zeroed. */
  static boolean isBlank(MemorySegment memory, long offset, long bytes) {
    for (long i = 0; i < bytes; i++) {
      if (memory.get(JAVA_BYTE, offset + i) != 0) {
        return false;
      }
    }
    return true;
  }
}
