// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.ibv_wc;

/**
 * The completions of one {@link CompletionQueue#poll}, in an array of the driver's structs that is
 * used again and again. Reading a field is a load from memory. For use by one thread.
 */
public final class Completions {
  private static final long SIZE = ibv_wc.sizeof();
  private static final long ID = ibv_wc.wr_id$offset();
  private static final long STATUS = ibv_wc.status$offset();
  private static final long VENDOR = ibv_wc.vendor_err$offset();
  private static final long LENGTH = ibv_wc.byte_len$offset();
  private static final long IMMEDIATE = ibv_wc.imm_data$offset();
  private static final long QUEUE_PAIR = ibv_wc.qp_num$offset();
  private static final long SOURCE = ibv_wc.src_qp$offset();
  private static final long FLAGS = ibv_wc.wc_flags$offset();
  private static final ValueLayout.OfInt NETWORK_INT =
      JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final MemorySegment array;
  private final long start;
  private final int capacity;

  private Completions(int capacity) {
    // Freed by the garbage collector: the JVM need not check that an array which always exists
    // does.
    this.array = Arena.ofAuto().allocate(SIZE * capacity, Long.BYTES * 8L);
    this.start = array.address();
    this.capacity = capacity;
  }

  /** Room for this many completions in one poll, from 1. */
  public static Completions of(int capacity) {
    Ranges.check("number of completions", capacity, 1, 1 << 20);
    return new Completions(capacity);
  }

  int capacity() {
    return capacity;
  }

  long start() {
    return start;
  }

  /** The id that the work request was given. */
  public long id(int i) {
    return array.get(JAVA_LONG_UNALIGNED, at(i) + ID);
  }

  /** Whether the work request was done; if not, only id, status and queue pair mean anything. */
  public boolean isSuccess(int i) {
    return integer(i, STATUS) == 0;
  }

  /** How it ended. */
  public CompletionStatus status(int i) {
    return CompletionStatus.ofNumber(integer(i, STATUS));
  }

  /** Bytes that came in, of a receive (with datagrams, 40 more for the header) or a READ. */
  public int length(int i) {
    return integer(i, LENGTH);
  }

  /** Whether a receive has immediate data. */
  public boolean hasImmediate(int i) {
    return (integer(i, FLAGS) & RdmaVerbs.IBV_WC_WITH_IMM()) != 0;
  }

  /** The immediate data, as the other side set it. */
  public int immediate(int i) {
    return array.get(NETWORK_INT, at(i) + IMMEDIATE);
  }

  /** The number of one's own queue pair. */
  public int queuePair(int i) {
    return integer(i, QUEUE_PAIR);
  }

  /** The number of the queue pair that sent a datagram. */
  public int sourceQueuePair(int i) {
    return integer(i, SOURCE);
  }

  /** A number of the vendor's for an error. */
  public int vendorError(int i) {
    return integer(i, VENDOR);
  }

  /**
   * Does nothing if the work request was successful.
   *
   * @param what it was, for the message: {@code RDMA WRITE}
   * @throws VerbsException with its status and what that means
   */
  public void check(int i, String what) {
    if (!isSuccess(i)) {
      throw new VerbsException(
          "%s failed: %s (%s, vendor error 0x%x)"
              .formatted(what, status(i).meaning(), status(i), vendorError(i)));
    }
  }

  private int integer(int i, long offset) {
    return array.get(JAVA_INT_UNALIGNED, at(i) + offset);
  }

  private long at(int i) {
    return Objects.checkIndex(i, capacity) * SIZE;
  }
}
