// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_memory;
import org.rdmamonitor.nativelib.posix.SystemCalls;

/**
 * Memory outside the Java heap, zeroed and beginning at a page, to be registered. Not to be closed
 * while a device writes to it, which the region that it was registered by sees to.
 */
public final class HostMemory extends Resource {
  /** What the library has mapped. */
  private record Mapping(long address, long length, int descriptor) {
    static Mapping make(long bytes, MemoryKind kind) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment made = rv_memory.allocate(arena);
        int error = RdmaVerbs.rv_map(kind.number(), bytes, made);
        if (error != 0) {
          throw refused("allocate %s of %d bytes".formatted(kind.title(), bytes), error, kind);
        }
        return new Mapping(rv_memory.address(made), rv_memory.length(made), rv_memory.fd(made));
      }
    }

    private static VerbsException refused(String tried, int error, MemoryKind kind) {
      String remedy = kind.remedy(error);
      return remedy.isEmpty()
          ? new VerbsException(tried, error)
          : new VerbsUnavailableException(tried, error, remedy);
    }

    int unmap() {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment mapped = rv_memory.allocate(arena);
        rv_memory.address(mapped, address);
        rv_memory.length(mapped, length);
        rv_memory.fd(mapped, descriptor);
        return RdmaVerbs.rv_unmap(mapped);
      }
    }
  }

  /** The most looks of one {@link #spin}. */
  public static final int MOST_LOOKS = 10_000;

  private final Arena arena;
  private final MemorySegment segment;
  private final Optional<Mapping> mapping;

  private HostMemory(
      MemoryKind kind, Arena arena, MemorySegment segment, Optional<Mapping> mapping) {
    super("%s of %d bytes".formatted(kind.title(), segment.byteSize()), segment.address());
    this.arena = arena;
    this.segment = segment;
    this.mapping = mapping;
  }

  /**
   * New ordinary memory.
   *
   * @param bytes from 1
   */
  public static HostMemory allocate(long bytes) {
    checkSize(bytes);
    Arena arena = Arena.ofShared();
    return new HostMemory(
        MemoryKind.PLAIN, arena, arena.allocate(bytes, SystemCalls.pageSize()), Optional.empty());
  }

  /**
   * New memory of a kind. That of other kinds than {@link MemoryKind#PLAIN} needs the library that
   * {@link Verbs#load} loads.
   *
   * @param bytes from 1; whole pages are taken
   * @throws VerbsUnavailableException if this host has none, with what to do
   * @throws VerbsException if it refuses for another reason
   */
  public static HostMemory allocate(long bytes, MemoryKind kind) {
    checkSize(bytes);
    if (kind == MemoryKind.PLAIN) {
      return allocate(bytes);
    }
    Mapping mapping = Mapping.make(bytes, kind);
    Arena arena = Arena.ofShared();
    MemorySegment all = MemorySegment.ofAddress(mapping.address).reinterpret(bytes, arena, null);
    return new HostMemory(kind, arena, all, Optional.of(mapping));
  }

  private static void checkSize(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("memory of " + bytes + " bytes");
    }
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

  /** The file descriptor of the dma-buf that it is; empty if it is none. */
  OptionalInt descriptor() {
    return mapping.isPresent() && mapping.get().descriptor >= 0
        ? OptionalInt.of(mapping.get().descriptor)
        : OptionalInt.empty();
  }

  /**
   * Looks at a byte until it has a value: what a device wrote before it can be read then.
   *
   * @param offset in bytes
   * @param looks at most, from 1 to {@value #MOST_LOOKS}: the JVM cannot stop the thread meanwhile
   * @return whether it has it; must not be called when this may be closed meanwhile
   */
  public boolean spin(long offset, byte value, int looks) {
    Objects.checkIndex(offset, segment.byteSize());
    Ranges.check("number of looks", looks, 1, MOST_LOOKS);
    try {
      int found = (int) HotCalls.SPIN_ON_BYTE.invokeExact(address() + offset, value & 0xff, looks);
      return found != 0;
    } catch (Throwable e) {
      throw HotCalls.unexpected(e);
    }
  }

  /**
   * A part of it, to read and to write, in the processor's byte order. Valid until this is closed.
   *
   * @param offset in bytes
   */
  public ByteBuffer buffer(long offset, int bytes) {
    return segment.asSlice(offset, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
  }

  /** Its words of eight bytes, for processors that share them with a device. */
  public SharedWords words() {
    return new SharedWords(segment);
  }

  @Override
  int destroy(MemorySegment struct) {
    if (segment.scope().isAlive()) {
      arena.close();
    }
    return mapping.map(Mapping::unmap).orElse(0);
  }
}
