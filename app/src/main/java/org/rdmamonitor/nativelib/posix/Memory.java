// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Accesses memory by its address, as in C: nothing is checked, except the alignment of atomic
 * accesses. It is for reading each record of a ring buffer: with a segment for each record, checks
 * of bounds, lifetime and alignment at every field doubled the cost (RingBufferBenchmark). With one
 * constant segment without an end, as here, the compiler leaves the checks out.
 */
public final class Memory {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  // Layouts without alignment avoid checking it.
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final VarHandle ATOMIC_LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle ATOMIC_INT = ValueLayout.JAVA_INT.varHandle();

  private Memory() {}

  public static long getLong(long address) {
    return ALL.get(LONG, address);
  }

  public static int getInt(long address) {
    return ALL.get(INT, address);
  }

  public static void copy(long address, byte[] target) {
    MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, address, target, 0, target.length);
  }

  /** This many longs, one after the other. */
  public static long[] getLongs(long address, int count) {
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = getLong(address + (long) i * Long.BYTES);
    }
    return words;
  }

  public static long getLongAcquire(long address) {
    return (long) ATOMIC_LONG.getAcquire(ALL, address);
  }

  public static int getIntAcquire(long address) {
    return (int) ATOMIC_INT.getAcquire(ALL, address);
  }

  public static void setLongRelease(long address, long value) {
    ATOMIC_LONG.setRelease(ALL, address, value);
  }
}
