// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rdmamonitor.nativelib.SystemCalls;

/**
 * Memory outside the Java heap, zeroed and beginning at a page, to be registered. Not to be closed
 * while a device writes to it, which the region that it was registered by sees to.
 */
public final class HostMemory extends Resource {
  private final Arena arena;
  private final MemorySegment segment;

  private HostMemory(Arena arena, MemorySegment segment) {
    super("memory of %d bytes".formatted(segment.byteSize()), segment.address());
    this.arena = arena;
    this.segment = segment;
  }

  /**
   * New memory.
   *
   * @param bytes from 1
   */
  public static HostMemory allocate(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("memory of " + bytes + " bytes");
    }
    Arena arena = Arena.ofShared();
    return new HostMemory(arena, arena.allocate(bytes, SystemCalls.pageSize()));
  }

  /** All of it. */
  public MemorySegment segment() {
    return segment;
  }

  /** Where it begins, for work requests. */
  public long start() {
    return address();
  }

  /** How much it is. */
  public long bytes() {
    return segment.byteSize();
  }

  /**
   * A part of it, to read and to write, in the processor's byte order. Valid until this is closed.
   *
   * @param offset in bytes
   */
  public ByteBuffer buffer(long offset, int bytes) {
    return segment.asSlice(offset, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
  }

  @Override
  int destroy(MemorySegment struct) {
    arena.close();
    return 0;
  }
}
