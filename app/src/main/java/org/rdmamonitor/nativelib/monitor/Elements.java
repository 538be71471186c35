// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.rm_claim;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/**
 * Elements that BPF programs take for objects of the kernel, in memory that is shared with them;
 * each begins with a struct rm_claim. There are very many, and nearly all are free: to look at each
 * of these took a sixth of what an idle host pays. So other, smaller memory tells which ones are
 * free. Safe for use by several threads.
 */
final class Elements implements AutoCloseable {
  /** How often to try to read an element while no program is writing to it. */
  private static final int ATTEMPTS = 100;

  /** As many claims are copied at once. */
  private static final int BLOCK = 1 << 9;

  private static final long[] FREE = new long[BLOCK];

  private final MemorySegment memory;
  private final MemorySegment claims;
  private final long size;
  private final Runnable unmap;

  private Elements(MemorySegment memory, MemorySegment claims, long size, Runnable unmap) {
    this.memory = memory;
    this.claims = claims;
    this.size = size;
    this.unmap = unmap;
  }

  /**
   * Those of a map.
   *
   * @param claimed the map of its claims
   * @param size of an element, in bytes
   */
  static Elements of(BpfMap map, BpfMap claimed, long size) {
    MappedMemory memory = map.mapElements();
    MappedMemory claims;
    try {
      claims = claimed.mapElements();
    } catch (RuntimeException e) {
      memory.close();
      throw e;
    }
    return new Elements(
        memory.segment(),
        claims.segment(),
        size,
        () -> {
          memory.close();
          claims.close();
        });
  }

  /**
   * Those in memory that still belongs to the caller.
   *
   * @param memory whole elements, one after the other
   * @param claims for each a word, which is 0 while it is free
   * @param size of an element, in bytes
   */
  static Elements over(MemorySegment memory, MemorySegment claims, long size) {
    return new Elements(memory, claims, size, () -> {});
  }

  /** Is given a copy of an element, which is valid until it returns. */
  @FunctionalInterface
  interface Visitor {
    void visit(int index, MemorySegment element);
  }

  /**
   * Visits all elements that are in use, in order. One that is taken or given back meanwhile may be
   * missed or seen.
   */
  void forEach(Visitor visitor) {
    MemorySegment copy = room();
    long[] block = new long[BLOCK];
    int elements = (int) (claims.byteSize() / Long.BYTES);
    for (int first = 0; first < elements; first += BLOCK) {
      int length = Math.min(BLOCK, elements - first);
      MemorySegment.copy(
          claims, ValueLayout.JAVA_LONG, (long) first * Long.BYTES, block, 0, length);
      // Most are free: to find that out of a whole block takes a few instructions.
      if (!Arrays.equals(block, 0, length, FREE, 0, length)) {
        for (int i = 0; i < length; i++) {
          if (block[i] != 0 && read(first + i, copy)) {
            visitor.visit(first + i, copy);
          }
        }
      }
    }
  }

  /** Room for a copy of an element. */
  MemorySegment room() {
    return MemorySegment.ofArray(new long[(int) (size / Long.BYTES)]);
  }

  /**
   * Copies an element in the state between two writes; false if it is not in use.
   *
   * @param index from 0, below the number of elements
   * @param copy {@link #room}
   */
  boolean read(int index, MemorySegment copy) {
    MemorySegment element = memory.asSlice(index * size, size);
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

  @Override
  public void close() {
    unmap.run();
  }
}
