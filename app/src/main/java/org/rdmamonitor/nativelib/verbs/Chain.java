// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.rdmamonitor.nativelib.generated.ibv_send_wr;
import org.rdmamonitor.nativelib.generated.ibv_sge;

/**
 * Work requests of one kind, one after the other in native memory, each followed by its
 * scatter-gather entries and linked to the next one. The first four fields of both kinds are the
 * same: id, next, sg_list, num_sge.
 */
final class Chain {
  private static final long ID = ibv_send_wr.wr_id$offset();
  private static final long NEXT = ibv_send_wr.next$offset();
  private static final long SEGMENTS = ibv_send_wr.sg_list$offset();
  private static final long SEGMENT_COUNT = ibv_send_wr.num_sge$offset();
  private static final long SEGMENT_SIZE = ibv_sge.sizeof();
  private static final long SEGMENT_ADDRESS = ibv_sge.addr$offset();
  private static final long SEGMENT_LENGTH = ibv_sge.length$offset();
  private static final long SEGMENT_KEY = ibv_sge.lkey$offset();
  private static final ValueLayout.OfInt NETWORK_INT =
      JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int CACHE_LINE = 64;
  private static final int MANY = 1 << 20;

  private final MemorySegment memory;
  private final long start;
  private final long header;
  private final long stride;
  private final long bad;
  private final int size;
  private final int segments;

  /**
   * New work requests, all zero but for the links.
   *
   * @param header bytes of the struct
   */
  Chain(long header, int size, int segments) {
    Ranges.check("number of work requests", size, 1, MANY);
    Ranges.check("number of segments", segments, 0, MANY);
    this.header = header;
    this.size = size;
    this.segments = segments;
    this.stride = (header + segments * SEGMENT_SIZE + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    this.bad = stride * size;
    // Freed by the garbage collector: the JVM need not check that memory which always exists does.
    this.memory = Arena.ofAuto().allocate(bad + Long.BYTES, CACHE_LINE);
    this.start = memory.address();
    for (int i = 0; i < size; i++) {
      setLong(i, NEXT, i + 1 < size ? addressOf(i + 1) : 0);
      setLong(i, SEGMENTS, segments == 0 ? 0 : addressOf(i) + header);
      setInt(i, SEGMENT_COUNT, segments);
    }
  }

  int size() {
    return size;
  }

  long addressOf(int i) {
    return start + i * stride;
  }

  /** The address where a failed post stores which work request was not taken. */
  long badAddress() {
    return start + bad;
  }

  /** The index of that work request. */
  int bad() {
    return (int) ((memory.get(JAVA_LONG_UNALIGNED, bad) - start) / stride);
  }

  /** Ends the chain after a part of it; the returned value is needed to link it again. */
  long cut(int first, int count) {
    Objects.checkFromIndexSize(first, count, size);
    if (count == 0) {
      throw new IllegalArgumentException("no work request is to be posted");
    }
    int last = first + count - 1;
    long next = memory.get(JAVA_LONG_UNALIGNED, last * stride + NEXT);
    if (next != 0) {
      setLong(last, NEXT, 0);
    }
    return next;
  }

  void join(int first, int count, long next) {
    if (next != 0) {
      setLong(first + count - 1, NEXT, next);
    }
  }

  void setId(int i, long id) {
    setLong(i, ID, id);
  }

  void setSegmentCount(int i, int count) {
    Ranges.check("number of segments", count, 0, segments);
    setInt(i, SEGMENT_COUNT, count);
  }

  void setSegment(int i, int segment, long address, int length, int lkey) {
    long at = segment(i, segment);
    memory.set(JAVA_LONG_UNALIGNED, at + SEGMENT_ADDRESS, address);
    memory.set(JAVA_INT_UNALIGNED, at + SEGMENT_LENGTH, length);
    memory.set(JAVA_INT_UNALIGNED, at + SEGMENT_KEY, lkey);
  }

  void setSegmentAddress(int i, int segment, long address) {
    memory.set(JAVA_LONG_UNALIGNED, segment(i, segment) + SEGMENT_ADDRESS, address);
  }

  void setSegmentLength(int i, int segment, int length) {
    memory.set(JAVA_INT_UNALIGNED, segment(i, segment) + SEGMENT_LENGTH, length);
  }

  void setLong(int i, long offset, long value) {
    memory.set(JAVA_LONG_UNALIGNED, at(i) + offset, value);
  }

  void setInt(int i, long offset, int value) {
    memory.set(JAVA_INT_UNALIGNED, at(i) + offset, value);
  }

  int getInt(int i, long offset) {
    return memory.get(JAVA_INT_UNALIGNED, at(i) + offset);
  }

  void setNetworkInt(int i, long offset, int value) {
    memory.set(NETWORK_INT, at(i) + offset, value);
  }

  /** The struct of a work request, for tests. */
  MemorySegment struct(int i) {
    return memory.asSlice(at(i), header);
  }

  private long segment(int i, int segment) {
    return at(i) + header + Objects.checkIndex(segment, segments) * SEGMENT_SIZE;
  }

  private long at(int i) {
    return Objects.checkIndex(i, size) * stride;
  }
}
