// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.LibC;

/**
 * Reads a BPF ring buffer straight from its memory (kernel/bpf/ringbuf.c): no system call and no
 * upcall for a record.
 *
 * <p>The consumer's page holds the position up to which records were read, which only this class
 * writes; the producer's page holds the position up to which space was reserved. A record starts
 * with a 4-byte length, whose highest bits say that it is not written to its end yet (BUSY) or is
 * to be skipped (DISCARD), and 4 bytes more; it is padded to 8 bytes. The data pages are mapped
 * twice in a row, so a record that wraps around is contiguous.
 *
 * <p>For one thread at a time.
 */
public final class RingBuffer implements AutoCloseable {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final int HEADER = 8;
  private static final int BUSY = 1 << 31;
  private static final int DISCARD = 1 << 30;

  /** Receives a record; the memory is valid during the call only. */
  @FunctionalInterface
  public interface RecordHandler {
    /**
     * Called for each record, in the order of reservation.
     *
     * @param data holds the record from {@code offset} on
     * @param length of the record in bytes
     */
    void accept(MemorySegment data, long offset, int length);
  }

  private final MemorySegment consumer;
  private final MemorySegment producer;
  private final MemorySegment data;
  private final long mask;
  private final List<MappedMemory> mappings;
  private long position;

  /**
   * A reader of ordinary memory, as tests use it.
   *
   * @param consumer at least 8 bytes: the consumer's position
   * @param producer at least 8 bytes: the producer's position
   * @param data twice {@code size} bytes, the second half mirroring the first
   * @param size of the ring in bytes, a power of two
   */
  public RingBuffer(MemorySegment consumer, MemorySegment producer, MemorySegment data, int size) {
    this(consumer, producer, data, size, List.of());
  }

  private RingBuffer(
      MemorySegment consumer,
      MemorySegment producer,
      MemorySegment data,
      int size,
      List<MappedMemory> mappings) {
    if (Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException("size of the ring: " + size + ", not a power of two");
    }
    this.consumer = consumer;
    this.producer = producer;
    this.data = data;
    this.mask = size - 1L;
    this.mappings = mappings;
    this.position = (long) LONG.getAcquire(consumer, 0L);
  }

  static RingBuffer map(int fd, int size) {
    long page = SystemCalls.pageSize();
    MappedMemory consumer =
        MappedMemory.map(
            fd,
            0,
            page,
            LibC.PROT_READ() | LibC.PROT_WRITE(),
            "map the ring buffer's consumer page");
    MappedMemory producer =
        MappedMemory.map(
            fd, page, page + 2L * size, LibC.PROT_READ(), "map the ring buffer's data pages");
    return new RingBuffer(
        consumer.segment(),
        producer.segment(),
        producer.segment().asSlice(page),
        size,
        List.of(consumer, producer));
  }

  /**
   * Hands over the records that are there, without blocking.
   *
   * @param limit the most records to hand over, so that a caller stays responsive
   * @return how many were handed over
   */
  public int drain(RecordHandler handler, int limit) {
    int count = 0;
    long end = (long) LONG.getAcquire(producer, 0L);
    long read = position;
    while (read < end && count < limit) {
      long offset = read & mask;
      int header = (int) INT.getAcquire(data, offset);
      if ((header & BUSY) != 0) {
        break;
      }
      int length = header & ~DISCARD;
      read += (length + HEADER + 7L) & -8L;
      if ((header & DISCARD) == 0) {
        handler.accept(data, offset + HEADER, length);
        count++;
      }
      // Given back record by record, so that a writer waits for no more than one.
      position = read;
      LONG.setRelease(consumer, 0L, read);
    }
    return count;
  }

  /** Bytes reserved and not yet read. */
  public long pendingBytes() {
    return (long) LONG.getAcquire(producer, 0L) - position;
  }

  public long sizeBytes() {
    return mask + 1;
  }

  @Override
  public void close() {
    mappings.forEach(MappedMemory::close);
  }

  /** The kernel's constants, for the test that holds this class to them. */
  static boolean agreesWithKernelHeaders() {
    return LibBpf.BPF_RINGBUF_BUSY_BIT() == BUSY
        && LibBpf.BPF_RINGBUF_DISCARD_BIT() == DISCARD
        && LibBpf.BPF_RINGBUF_HDR_SZ() == HEADER;
  }
}
