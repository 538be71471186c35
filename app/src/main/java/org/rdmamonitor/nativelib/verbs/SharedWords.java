// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Words of eight bytes that processors and devices share, in the processor's byte order. Each
 * access is one instruction, and stays where it is among the others but for what the processor
 * itself may do: a load may be done before an earlier store to another word (x86-TSO).
 *
 * <p>Offsets are in bytes, multiples of eight. Safe for use by several threads, until the memory is
 * closed.
 */
public final class SharedWords {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment segment;

  SharedWords(MemorySegment segment) {
    this.segment = segment;
  }

  /** What a word holds. */
  public long load(long offset) {
    return (long) WORD.getAcquire(segment, offset);
  }

  /** Gives a word another value. */
  public void store(long offset, long value) {
    WORD.setRelease(segment, offset, value);
  }

  /** Exchanges one value for another, if the word has it, with a locked instruction. */
  public long compareAndExchange(long offset, long expected, long desired) {
    return (long) WORD.compareAndExchange(segment, offset, expected, desired);
  }
}
