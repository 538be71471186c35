// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.ibv_recv_wr;
import org.rdmamonitor.nativelib.generated.ibv_send_wr;
import org.rdmamonitor.nativelib.generated.ibv_sge;

/** What is written in place is what libibverbs reads. */
class WorkRequestsTest {
  private static MemorySegment struct(WorkRequests requests, int i) {
    return requests.chain().struct(i);
  }

  private static MemorySegment segment(MemorySegment struct, int i) {
    long address = ibv_send_wr.sg_list(struct).address() + i * ibv_sge.sizeof();
    return MemorySegment.ofAddress(address).reinterpret(ibv_sge.sizeof());
  }

  @Test
  void aWriteIsLaidOutAsTheHeaderHasIt() {
    WorkRequests requests =
        WorkRequests.of(2).id(1, 42).writeImmediate(1, 0x1000, 64, 7, 0x2000, 8, 0x01020304);

    MemorySegment struct = struct(requests, 1);
    assertThat(ibv_send_wr.wr_id(struct)).isEqualTo(42);
    assertThat(ibv_send_wr.opcode(struct)).isEqualTo(RdmaVerbs.IBV_WR_RDMA_WRITE_WITH_IMM());
    assertThat(ibv_send_wr.num_sge(struct)).isEqualTo(1);
    assertThat(struct.asSlice(ibv_send_wr.imm_data$offset(), 4).toArray(ValueLayout.JAVA_BYTE))
        .as("in network order")
        .containsExactly(1, 2, 3, 4);
    MemorySegment rdma = ibv_send_wr.wr.rdma(ibv_send_wr.wr(struct));
    assertThat(ibv_send_wr.wr.rdma.remote_addr(rdma)).isEqualTo(0x2000);
    assertThat(ibv_send_wr.wr.rdma.rkey(rdma)).isEqualTo(8);
    assertThat(ibv_sge.addr(segment(struct, 0))).isEqualTo(0x1000);
    assertThat(ibv_sge.length(segment(struct, 0))).isEqualTo(64);
    assertThat(ibv_sge.lkey(segment(struct, 0))).isEqualTo(7);
  }

  @Test
  void anAtomicIsLaidOutAsTheHeaderHasIt() {
    MemorySegment struct =
        struct(WorkRequests.of(1).compareAndSwap(0, 0x1000, 7, 0x2000, 8, -1, -2), 0);

    MemorySegment atomic = ibv_send_wr.wr.atomic(ibv_send_wr.wr(struct));
    assertThat(ibv_send_wr.opcode(struct)).isEqualTo(RdmaVerbs.IBV_WR_ATOMIC_CMP_AND_SWP());
    assertThat(ibv_send_wr.wr.atomic.remote_addr(atomic)).isEqualTo(0x2000);
    assertThat(ibv_send_wr.wr.atomic.compare_add(atomic)).isEqualTo(-1);
    assertThat(ibv_send_wr.wr.atomic.swap(atomic)).isEqualTo(-2);
    assertThat(ibv_send_wr.wr.atomic.rkey(atomic)).isEqualTo(8);
    assertThat(ibv_sge.length(segment(struct, 0))).isEqualTo(8);
  }

  @Test
  void anInvalidationCarriesTheKeyAsItIs() {
    WorkRequests requests = WorkRequests.of(1).localInvalidate(0, 0x01020304);

    assertThat(ibv_send_wr.invalidate_rkey(struct(requests, 0))).isEqualTo(0x01020304);
    assertThat(ibv_send_wr.num_sge(struct(requests, 0))).isZero();
  }

  @Test
  void nothingIsLeftOfWhatAWorkRequestWasBefore() {
    WorkRequests requests = WorkRequests.of(1).sendImmediate(0, 0x1000, 64, 7, 42);

    requests.write(0, 0x1000, 64, 7, 0x2000, 8);

    assertThat(ibv_send_wr.imm_data(struct(requests, 0))).isZero();
  }

  @Test
  void fieldsAreChangedInPlace() {
    WorkRequests requests = WorkRequests.of(1).write(0, 0x1000, 64, 7, 0x2000, 8);

    requests.address(0, 0x3000).length(0, 1).remoteAddress(0, 0x4000).signalled(0, false);
    requests.inline(0, true).fenced(0, true).inline(0, false);

    MemorySegment struct = struct(requests, 0);
    assertThat(ibv_sge.addr(segment(struct, 0))).isEqualTo(0x3000);
    assertThat(ibv_sge.length(segment(struct, 0))).isEqualTo(1);
    assertThat(ibv_send_wr.wr.rdma.remote_addr(ibv_send_wr.wr.rdma(ibv_send_wr.wr(struct))))
        .isEqualTo(0x4000);
    assertThat(ibv_send_wr.send_flags(struct)).isEqualTo(RdmaVerbs.IBV_SEND_FENCE());
  }

  @Test
  void severalBuffersFollowEachOther() {
    WorkRequests requests = WorkRequests.of(2, 3).send(1, 0x1000, 1, 7);
    requests.segment(1, 1, 0x2000, 2, 8).segment(1, 2, 0x3000, 3, 9).segments(1, 3);

    MemorySegment struct = struct(requests, 1);
    assertThat(ibv_send_wr.num_sge(struct)).isEqualTo(3);
    assertThat(ibv_sge.addr(segment(struct, 2))).isEqualTo(0x3000);
    assertThatThrownBy(() -> requests.segments(1, 4)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> requests.segment(1, 3, 0, 0, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void workRequestsAreLinkedAndSignalled() {
    WorkRequests requests = WorkRequests.of(3);

    for (int i = 0; i < 3; i++) {
      assertThat(ibv_send_wr.next(struct(requests, i)).address())
          .isEqualTo(i < 2 ? requests.chain().addressOf(i + 1) : 0);
      assertThat(ibv_send_wr.send_flags(struct(requests, i)))
          .isEqualTo(RdmaVerbs.IBV_SEND_SIGNALED());
    }
  }

  @Test
  void aPartIsCutOutAndPutBack() {
    Chain chain = WorkRequests.of(4).chain();

    long next = chain.cut(1, 2);
    assertThat(ibv_send_wr.next(chain.struct(1)).address()).isEqualTo(chain.addressOf(2));
    assertThat(ibv_send_wr.next(chain.struct(2)).address()).isZero();
    chain.join(1, 2, next);

    assertThat(ibv_send_wr.next(chain.struct(2)).address()).isEqualTo(chain.addressOf(3));
    assertThat(chain.cut(0, 4)).isZero();
    assertThatThrownBy(() -> chain.cut(2, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> chain.cut(2, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theWorkRequestThatWasRefusedIsFoundByItsAddress() {
    Chain chain = WorkRequests.of(4).chain();
    MemorySegment.ofAddress(chain.badAddress())
        .reinterpret(Long.BYTES)
        .set(ValueLayout.JAVA_LONG, 0, chain.addressOf(3));

    assertThat(chain.bad()).isEqualTo(3);
  }

  @Test
  void receivesHaveTheSameFirstFields() {
    ReceiveRequests receives = ReceiveRequests.of(2).id(0, 5).buffer(0, 0x1000, 64, 7);

    MemorySegment struct = receives.chain().struct(0);
    assertThat(ibv_recv_wr.wr_id(struct)).isEqualTo(5);
    assertThat(ibv_recv_wr.next(struct).address()).isEqualTo(receives.chain().addressOf(1));
    assertThat(ibv_recv_wr.num_sge(struct)).isEqualTo(1);
    assertThat(ibv_recv_wr.sg_list(struct).address())
        .isEqualTo(receives.chain().addressOf(0) + ibv_recv_wr.sizeof());
    assertThat(ReceiveRequests.of(1, 0).size()).isEqualTo(1);
  }

  @Test
  void whatIsOutOfBoundsIsRefused() {
    WorkRequests requests = WorkRequests.of(2);

    assertThatThrownBy(() -> requests.id(2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> requests.id(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> WorkRequests.of(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> WorkRequests.of(1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theKeyOfAWindowCountsUpInItsLastByte() {
    assertThat(MemoryWindow.after(0x12345600)).isEqualTo(0x12345601);
    assertThat(MemoryWindow.after(0x123456ff)).isEqualTo(0x12345600);
  }
}
