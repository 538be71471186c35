// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.rdmamonitor.nativelib.generated.rm_claim;

/**
 * Elements that BPF programs take for objects of the kernel, in memory that is shared with them;
 * each begins with a struct rm_claim. Safe for use by several threads.
 */
final class Elements {
  /** How often to try to read an element while no program is writing to it. */
  private static final int ATTEMPTS = 100;

  private Elements() {}

  /** Is given a copy of an element, which is valid until it returns. */
  @FunctionalInterface
  interface Visitor {
    void visit(int index, MemorySegment element);
  }

  /**
   * Visits all elements that are in use, in order. One that is taken or given back meanwhile may be
   * missed or seen.
   *
   * @param memory whole elements, one after the other
   * @param size of one, in bytes
   */
  static void forEach(MemorySegment memory, long size, Visitor visitor) {
    MemorySegment copy = MemorySegment.ofArray(new long[(int) (size / Long.BYTES)]);
    ValueLayout.OfLong object = rm_claim.object$layout();
    int index = 0;
    for (long at = 0; at < memory.byteSize(); at += size) {
      // Most are free, and there are very many; free ones are skipped without making a slice for
      // each.
      if (memory.get(object, at + rm_claim.object$offset()) != 0
          && copy(memory.asSlice(at, size), copy)) {
        visitor.visit(index, copy);
      }
      index++;
    }
  }

  /** Copies an element in the state between two writes; false if it is no longer in use. */
  private static boolean copy(MemorySegment element, MemorySegment copy) {
    for (int i = 0; i < ATTEMPTS; i++) {
      int finished = rm_claim.finished(element);
      VarHandle.loadLoadFence();
      copy.copyFrom(element);
      VarHandle.loadLoadFence();
      if (rm_claim.begun(element) == finished) {
        return rm_claim.object(copy) != 0;
      }
      Thread.onSpinWait();
    }
    return false;
  }
}
