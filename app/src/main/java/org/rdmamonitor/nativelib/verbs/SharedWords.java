// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.rdmamonitor.nativelib.posix.Processor;

/**
 * Words of eight bytes that processors and devices share, in the processor's byte order. Each
 * access is one instruction, and stays where it is among the others but for what the processor
 * itself may do. On x86-64 a load may be done before an earlier store to another word (x86-TSO). On
 * arm64 loads acquire and stores release, which is stronger in places (a load waits for an earlier
 * such store) and not a model of what plain instructions do there.
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

  /**
   * Checks that what is seen of them here can be held against a model of x86-TSO.
   *
   * @throws VerbsUnavailableException if this processor is none of that kind
   */
  public static void needTotalStoreOrder() {
    needTotalStoreOrder(Processor.current(), Processor.title());
  }

  static void needTotalStoreOrder(Processor processor, String title) {
    if (!processor.hasTotalStoreOrder()) {
      throw new VerbsUnavailableException(
          """
          this processor (%s) is not of x86-64, whose memory (TSO) the model is of, so what tests show \
          here is no verdict on it; 'rdma-secure litmus check' says what the model allows\
          """
              .formatted(title));
    }
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
