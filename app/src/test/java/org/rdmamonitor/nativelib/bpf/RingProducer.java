// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The kernel's end of a ring buffer, on ordinary memory: reserves and commits in the order of
 * kernel/bpf/ringbuf.c. The data pages, which the kernel maps twice, are written twice. For one
 * thread, while another one reads.
 */
final class RingProducer {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final int HEADER = 8;
  private static final int BUSY = 1 << 31;
  private static final int DISCARD = 1 << 30;

  private final MemorySegment consumer = Arena.global().allocate(Long.BYTES, Long.BYTES);
  private final MemorySegment producer = Arena.global().allocate(Long.BYTES, Long.BYTES);
  private final MemorySegment data;
  private final int size;
  private long position;

  /**
   * An empty ring that has been in use.
   *
   * @param size bytes, a power of two
   * @param start how far both ends have come
   */
  RingProducer(int size, long start) {
    this.size = size;
    this.position = start;
    this.data = Arena.global().allocate(2L * size, Long.BYTES);
    data.fill((byte) 0x5a); // whatever was read there long ago
    LONG.setRelease(consumer, 0L, start);
    LONG.setRelease(producer, 0L, start);
  }

  RingBuffer reader() {
    return new RingBuffer(consumer, producer, data, size);
  }

  /** How far the reader has come. */
  long consumed() {
    return (long) LONG.getAcquire(consumer, 0L);
  }

  /** How far space was reserved. */
  long produced() {
    return position;
  }

  /** Room for a record, busy until it is submitted or discarded; -1 if the ring is full. */
  long reserve(int length) {
    long record = position;
    long next = record + ((length + HEADER + 7L) & -8L);
    if (next - consumed() > size - 1L) {
      return -1;
    }
    long offset = record & (size - 1L);
    INT.setRelease(data, offset, length | BUSY);
    INT.setRelease(data, offset + Integer.BYTES, 0xdeadbeef); // the kernel's own affair
    position = next;
    LONG.setRelease(producer, 0L, next);
    return record;
  }

  void write(long record, byte[] content) {
    for (int i = 0; i < content.length; i++) {
      long offset = (record + HEADER + i) & (size - 1L);
      data.set(ValueLayout.JAVA_BYTE, offset, content[i]);
      data.set(ValueLayout.JAVA_BYTE, offset + size, content[i]);
    }
  }

  void submit(long record) {
    commit(record, 0);
  }

  void discard(long record) {
    commit(record, DISCARD);
  }

  private void commit(long record, int flag) {
    long offset = record & (size - 1L);
    int header = (int) INT.getAcquire(data, offset);
    INT.setRelease(data, offset, (header & ~BUSY) | flag);
  }
}
