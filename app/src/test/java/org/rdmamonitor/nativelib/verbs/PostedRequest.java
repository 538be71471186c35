// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.ibv_send_wr;
import org.rdmamonitor.nativelib.generated.ibv_sge;

/**
 * A send work request as libibverbs would read it.
 *
 * @param immediate in the processor's byte order
 */
public record PostedRequest(
    long id,
    int opcode,
    boolean signalled,
    boolean inline,
    long address,
    int length,
    long remoteAddress,
    int immediate,
    long compare,
    long swap) {
  /** One of those that are posted. */
  public static PostedRequest of(WorkRequests requests, int i) {
    MemorySegment struct = requests.chain().struct(i);
    MemorySegment segment =
        MemorySegment.ofAddress(ibv_send_wr.sg_list(struct).address())
            .reinterpret(ibv_sge.sizeof());
    int flags = ibv_send_wr.send_flags(struct);
    boolean isAtomic = ibv_send_wr.opcode(struct) == RdmaVerbs.IBV_WR_ATOMIC_CMP_AND_SWP();
    MemorySegment atomic = ibv_send_wr.wr.atomic(ibv_send_wr.wr(struct));
    return new PostedRequest(
        ibv_send_wr.wr_id(struct),
        ibv_send_wr.opcode(struct),
        (flags & RdmaVerbs.IBV_SEND_SIGNALED()) != 0,
        (flags & RdmaVerbs.IBV_SEND_INLINE()) != 0,
        ibv_sge.addr(segment),
        ibv_sge.length(segment),
        ibv_send_wr.wr.rdma.remote_addr(ibv_send_wr.wr.rdma(ibv_send_wr.wr(struct))),
        networkOrder(ibv_send_wr.imm_data(struct)),
        isAtomic ? ibv_send_wr.wr.atomic.compare_add(atomic) : 0,
        isAtomic ? ibv_send_wr.wr.atomic.swap(atomic) : 0);
  }

  private static int networkOrder(int stored) {
    return ByteBuffer.allocate(4)
        .order(ByteOrder.nativeOrder())
        .putInt(0, stored)
        .order(ByteOrder.BIG_ENDIAN)
        .getInt(0);
  }
}
