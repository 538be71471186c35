// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.rdmamonitor.nativelib.generated.LibC;

/**
 * Memory shared with the kernel. Not to be used after {@link #close()}, which a segment cannot
 * check: access would end the JVM.
 */
public final class MappedMemory implements AutoCloseable {
  private static final class Handles {
    static final MethodHandle MMAP =
        Downcall.capturing(LibC.mmap$address(), LibC.mmap$descriptor());
  }

  private static final long MAP_FAILED = -1;

  private final MemorySegment segment;
  private boolean closed;

  private MappedMemory(MemorySegment segment) {
    this.segment = segment;
  }

  public static MappedMemory map(int fd, long offset, long bytes, int protection, String what) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment address =
          (MemorySegment)
              Handles.MMAP.invokeExact(
                  state, MemorySegment.NULL, bytes, protection, LibC.MAP_SHARED(), fd, offset);
      if (address.address() == MAP_FAILED) {
        throw new NativeException(what, Downcall.errno(state));
      }
      return new MappedMemory(MemorySegment.ofAddress(address.address()).reinterpret(bytes));
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  public MemorySegment segment() {
    return segment;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      LibC.munmap(segment, segment.byteSize());
    }
  }
}
