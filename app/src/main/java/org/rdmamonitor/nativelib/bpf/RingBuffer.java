// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.posix.MappedMemory;
import org.rdmamonitor.nativelib.posix.Memory;
import org.rdmamonitor.nativelib.posix.SystemCalls;

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
  private static final long HEADER = 8;
  private static final int BUSY = 1 << 31;
  private static final int DISCARD = 1 << 30;

  /**
   * No process has addresses beyond this; knowing it, the compiler can leave out checks (see
   * Memory).
   */
  private static final long ADDRESSES = (1L << 56) - 1;

  /** Receives the records. */
  @FunctionalInterface
  public interface RecordHandler {
    /**
     * Called for each record, in the order of reservation.
     *
     * @param address of the record, aligned to 8 bytes; the memory is valid during the call only
     * @param length of the record in bytes; as in C, it is up to the handler to stay within it
     */
    void accept(long address, int length);
  }

  private final long consumerAddress;
  private final long producerAddress;
  private final long dataAddress;
  private final long mask;
  private final List<MappedMemory> mappings;

  /**
   * A reader of ordinary memory, for tests. The segments are native, and stay valid while it reads.
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
    this.consumerAddress = consumer.address();
    this.producerAddress = producer.address();
    this.dataAddress = data.asSlice(0, 2L * size).address();
    this.mask = size - 1L;
    this.mappings = mappings;
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
    // Fields are read once, into variables: each access below is a barrier, after which the
    // compiler would read them again.
    long consumer = consumerAddress;
    long data = dataAddress;
    long mask = this.mask;
    int count = 0;
    long end = Memory.getLongAcquire(producerAddress);
    long read = Memory.getLong(consumer);
    while (read < end && count < limit) {
      long record = (data + (read & mask)) & ADDRESSES;
      int header = Memory.getIntAcquire(record);
      if ((header & BUSY) != 0) {
        break;
      }
      int length = header & ~DISCARD;
      if ((header & DISCARD) == 0) {
        handler.accept(record + HEADER, length);
        count++;
      }
      read += (length + HEADER + 7) & -8L;
      // Space is given back record by record, so that a writer need not wait for the whole batch.
      Memory.setLongRelease(consumer, read);
    }
    return count;
  }

  /** Bytes reserved and not yet read. */
  public long pendingBytes() {
    long read = Memory.getLong(consumerAddress);
    return Memory.getLongAcquire(producerAddress) - read;
  }

  public long sizeBytes() {
    return mask + 1;
  }

  @Override
  public void close() {
    mappings.forEach(MappedMemory::close);
  }

  /** Compares the kernel's constants with those of this class, for a test. */
  static boolean agreesWithKernelHeaders() {
    return LibBpf.BPF_RINGBUF_BUSY_BIT() == BUSY
        && LibBpf.BPF_RINGBUF_DISCARD_BIT() == DISCARD
        && LibBpf.BPF_RINGBUF_HDR_SZ() == HEADER;
  }
}
