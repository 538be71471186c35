// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.util.Set;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.ibv_mw_bind_info;
import org.rdmamonitor.nativelib.generated.ibv_send_wr;

/**
 * Send work requests, laid out once and posted again and again with {@link QueuePair#postSend}.
 * Each is made what it is by one of the methods from {@link #send} to {@link #localInvalidate},
 * with one local buffer; single fields are changed by those that follow. All are signalled at
 * first. Posting copies them, so that they may be changed at once; the buffers belong to the device
 * until the work request completes. For use by one thread at a time.
 *
 * <p>Addresses are those of {@link HostMemory#start()}, plus an offset; lengths are in bytes, up to
 * 2^31.
 */
public final class WorkRequests {
  private static final long OPCODE = ibv_send_wr.opcode$offset();
  private static final long FLAGS = ibv_send_wr.send_flags$offset();
  private static final long IMMEDIATE = ibv_send_wr.imm_data$offset();
  private static final long WR = ibv_send_wr.wr$offset();
  private static final long REMOTE_ADDRESS = WR + ibv_send_wr.wr.rdma.remote_addr$offset();
  private static final long RDMA_RKEY = WR + ibv_send_wr.wr.rdma.rkey$offset();
  private static final long COMPARE_ADD = WR + ibv_send_wr.wr.atomic.compare_add$offset();
  private static final long SWAP = WR + ibv_send_wr.wr.atomic.swap$offset();
  private static final long ATOMIC_RKEY = WR + ibv_send_wr.wr.atomic.rkey$offset();
  private static final long AH = WR + ibv_send_wr.wr.ud.ah$offset();
  private static final long REMOTE_QPN = WR + ibv_send_wr.wr.ud.remote_qpn$offset();
  private static final long REMOTE_QKEY = WR + ibv_send_wr.wr.ud.remote_qkey$offset();
  private static final long BIND = ibv_send_wr.bind_mw$offset();
  private static final long BIND_INFO = BIND + ibv_send_wr.bind_mw.bind_info$offset();
  private static final int ATOMIC_BYTES = Long.BYTES;

  private final Chain chain;

  private WorkRequests(Chain chain) {
    this.chain = chain;
    for (int i = 0; i < chain.size(); i++) {
      signalled(i, true);
    }
  }

  /** So many work requests of one local buffer each, from 1. */
  public static WorkRequests of(int size) {
    return of(size, 1);
  }

  /** So many work requests, from 1, of up to so many local buffers each, from 1. */
  public static WorkRequests of(int size, int segments) {
    Ranges.check("number of segments", segments, 1, Integer.MAX_VALUE);
    return new WorkRequests(new Chain(ibv_send_wr.sizeof(), size, segments));
  }

  Chain chain() {
    return chain;
  }

  /** How many there are. */
  public int size() {
    return chain.size();
  }

  /** A SEND. */
  public WorkRequests send(int i, long address, int length, int lkey) {
    return local(i, RdmaVerbs.IBV_WR_SEND(), address, length, lkey);
  }

  /** A SEND with immediate data. */
  public WorkRequests sendImmediate(int i, long address, int length, int lkey, int immediate) {
    local(i, RdmaVerbs.IBV_WR_SEND_WITH_IMM(), address, length, lkey);
    return immediate(i, immediate);
  }

  /** An RDMA WRITE. */
  public WorkRequests write(
      int i, long address, int length, int lkey, long remoteAddress, int rkey) {
    local(i, RdmaVerbs.IBV_WR_RDMA_WRITE(), address, length, lkey);
    return remote(i, remoteAddress, rkey);
  }

  /** An RDMA WRITE with immediate data, which takes a receive of the other side. */
  public WorkRequests writeImmediate(
      int i, long address, int length, int lkey, long remoteAddress, int rkey, int immediate) {
    local(i, RdmaVerbs.IBV_WR_RDMA_WRITE_WITH_IMM(), address, length, lkey);
    return remote(i, remoteAddress, rkey).immediate(i, immediate);
  }

  /** An RDMA READ into the local buffer. */
  public WorkRequests read(
      int i, long address, int length, int lkey, long remoteAddress, int rkey) {
    local(i, RdmaVerbs.IBV_WR_RDMA_READ(), address, length, lkey);
    return remote(i, remoteAddress, rkey);
  }

  /**
   * Atomic compare and swap of eight bytes, in the processor's byte order.
   *
   * @param address of the eight bytes that receive the value before
   * @param remoteAddress a multiple of eight
   */
  public WorkRequests compareAndSwap(
      int i, long address, int lkey, long remoteAddress, int rkey, long compare, long swap) {
    return atomic(i, RdmaVerbs.IBV_WR_ATOMIC_CMP_AND_SWP(), address, lkey, remoteAddress, rkey)
        .compareOrAdd(i, compare)
        .swap(i, swap);
  }

  /**
   * Atomic fetch and add of eight bytes, in the processor's byte order.
   *
   * @param address of the eight bytes that receive the value before
   * @param remoteAddress a multiple of eight
   */
  public WorkRequests fetchAndAdd(
      int i, long address, int lkey, long remoteAddress, int rkey, long add) {
    return atomic(i, RdmaVerbs.IBV_WR_ATOMIC_FETCH_AND_ADD(), address, lkey, remoteAddress, rkey)
        .compareOrAdd(i, add);
  }

  /**
   * Binds a memory window to a part of a region, which has {@link Access#WINDOW_BIND}, on a queue
   * pair of the same protection domain.
   *
   * @param rkey of the binding: {@link MemoryWindow#nextRkey()}
   * @param address in the region
   * @param access of REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC, ZERO_BASED
   */
  public WorkRequests bindWindow(
      int i,
      MemoryWindow window,
      int rkey,
      MemoryRegion region,
      long address,
      long length,
      Set<Access> access) {
    without(i, RdmaVerbs.IBV_WR_BIND_MW());
    chain.setLong(i, BIND + ibv_send_wr.bind_mw.mw$offset(), window.address());
    chain.setInt(i, BIND + ibv_send_wr.bind_mw.rkey$offset(), rkey);
    chain.setLong(i, BIND_INFO + ibv_mw_bind_info.mr$offset(), region.address());
    chain.setLong(i, BIND_INFO + ibv_mw_bind_info.addr$offset(), address);
    chain.setLong(i, BIND_INFO + ibv_mw_bind_info.length$offset(), length);
    chain.setInt(i, BIND_INFO + ibv_mw_bind_info.mw_access_flags$offset(), Access.flags(access));
    return this;
  }

  /** Takes a window's binding back: its rkey is worth nothing any more. */
  public WorkRequests localInvalidate(int i, int rkey) {
    without(i, RdmaVerbs.IBV_WR_LOCAL_INV());
    chain.setInt(i, IMMEDIATE, rkey);
    return this;
  }

  /** Where a datagram goes. The handle must be open when it is posted. */
  public WorkRequests destination(int i, AddressHandle handle, int queuePair, int qkey) {
    chain.setLong(i, AH, handle.address());
    chain.setInt(i, REMOTE_QPN, queuePair);
    chain.setInt(i, REMOTE_QKEY, qkey);
    return this;
  }

  /** What its completion tells it by. */
  public WorkRequests id(int i, long id) {
    chain.setId(i, id);
    return this;
  }

  /** Another address of the first local buffer. */
  public WorkRequests address(int i, long address) {
    chain.setSegmentAddress(i, 0, address);
    return this;
  }

  /** Another length of the first local buffer. */
  public WorkRequests length(int i, int length) {
    chain.setSegmentLength(i, 0, length);
    return this;
  }

  /** One of several local buffers, which are taken one after the other. */
  public WorkRequests segment(int i, int segment, long address, int length, int lkey) {
    chain.setSegment(i, segment, address, length, lkey);
    return this;
  }

  /** How many of its local buffers count. */
  public WorkRequests segments(int i, int count) {
    chain.setSegmentCount(i, count);
    return this;
  }

  /** Another remote address. */
  public WorkRequests remoteAddress(int i, long address) {
    chain.setLong(i, REMOTE_ADDRESS, address);
    return this;
  }

  /** Other immediate data. */
  public WorkRequests immediate(int i, int immediate) {
    chain.setNetworkInt(i, IMMEDIATE, immediate);
    return this;
  }

  /** Another value to compare with, or to add. */
  public WorkRequests compareOrAdd(int i, long value) {
    chain.setLong(i, COMPARE_ADD, value);
    return this;
  }

  /** Another value to swap in. */
  public WorkRequests swap(int i, long value) {
    chain.setLong(i, SWAP, value);
    return this;
  }

  /** Whether it completes visibly; one that fails always does. */
  public WorkRequests signalled(int i, boolean on) {
    return flag(i, RdmaVerbs.IBV_SEND_SIGNALED(), on);
  }

  /** Whether it carries its data itself: the buffer is free at once and needs no region. */
  public WorkRequests inline(int i, boolean on) {
    return flag(i, RdmaVerbs.IBV_SEND_INLINE(), on);
  }

  /** Whether it waits for the READs and atomics before it. */
  public WorkRequests fenced(int i, boolean on) {
    return flag(i, RdmaVerbs.IBV_SEND_FENCE(), on);
  }

  private WorkRequests flag(int i, int flag, boolean on) {
    int flags = chain.getInt(i, FLAGS);
    chain.setInt(i, FLAGS, on ? flags | flag : flags & ~flag);
    return this;
  }

  private WorkRequests local(int i, int opcode, long address, int length, int lkey) {
    kind(i, opcode, 1);
    chain.setSegment(i, 0, address, length, lkey);
    return this;
  }

  private void without(int i, int opcode) {
    kind(i, opcode, 0);
  }

  /** What it is; drivers refuse immediate data where it has no meaning, so none is left over. */
  private void kind(int i, int opcode, int segments) {
    chain.setInt(i, OPCODE, opcode);
    chain.setInt(i, IMMEDIATE, 0);
    chain.setSegmentCount(i, segments);
  }

  private WorkRequests remote(int i, long address, int rkey) {
    chain.setLong(i, REMOTE_ADDRESS, address);
    chain.setInt(i, RDMA_RKEY, rkey);
    return this;
  }

  private WorkRequests atomic(
      int i, int opcode, long address, int lkey, long remoteAddress, int rkey) {
    local(i, opcode, address, ATOMIC_BYTES, lkey);
    chain.setLong(i, REMOTE_ADDRESS, remoteAddress);
    chain.setInt(i, ATOMIC_RKEY, rkey);
    return this;
  }
}
