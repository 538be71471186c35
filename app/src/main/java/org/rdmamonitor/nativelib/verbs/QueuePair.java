// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Set;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_qp;
import org.rdmamonitor.nativelib.generated.rv_qp_attr;
import org.rdmamonitor.nativelib.generated.rv_qp_init;

/**
 * A queue pair. It is made in RESET; {@link #initialize}, {@link #readyToReceive} and {@link
 * #readyToSend} bring it up in this order. Receives may be posted from INIT on, sends in RTS.
 *
 * <p>Each of its queues may be posted to by one thread at a time.
 */
public final class QueuePair extends Resource implements WorkQueues {
  /** The states, in the order of enum ibv_qp_state. */
  public enum State {
    RESET,
    INIT,
    RTR,
    RTS,
    SQD,
    SQE,
    ERROR
  }

  private final Transport transport;
  private final int number;
  private final int maxInline;

  private QueuePair(ProtectionDomain domain, QueuePairOptions options, MemorySegment made) {
    super(
        "queue pair " + rv_qp.number(made),
        rv_qp.object(made),
        domain,
        options.send(),
        options.receive());
    this.transport = options.transport();
    this.number = rv_qp.number(made);
    this.maxInline = rv_qp.max_inline(made);
  }

  static QueuePair create(ProtectionDomain domain, QueuePairOptions options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment init = rv_qp_init.allocate(arena);
      rv_qp_init.send_cq(init, options.send().address());
      rv_qp_init.recv_cq(init, options.receive().address());
      rv_qp_init.type(init, options.transport().number());
      rv_qp_init.max_send_wr(init, options.maxSend());
      rv_qp_init.max_recv_wr(init, options.maxReceive());
      rv_qp_init.max_send_sge(init, options.maxSegments());
      rv_qp_init.max_recv_sge(init, options.maxSegments());
      rv_qp_init.max_inline(init, options.maxInline());
      rv_qp_init.signal_all(init, options.signalAll() ? 1 : 0);
      MemorySegment made = rv_qp.allocate(arena);
      String tried = "make a queue pair (%s)".formatted(options.transport());
      int error = RdmaVerbs.rv_create_qp(domain.struct(), init, made);
      if (error == LibC.ENOMEM() || error == LibC.EPERM()) {
        throw new VerbsException(tried, error, LockedMemory.remedy());
      }
      if (error == LibC.EINVAL()) {
        throw new VerbsException(
            tried,
            error,
            "More is asked of it than the device can do (rdma-secure check-devices).");
      }
      VerbsException.check(tried, error);
      return new QueuePair(domain, options, made);
    }
  }

  /** Its kind. */
  public Transport transport() {
    return transport;
  }

  /** Its number, 24 bits, which the other side has to know. */
  public int number() {
    return number;
  }

  /** The inline bytes that a send may have; as asked for, or more. */
  @Override
  public int maxInline() {
    return maxInline;
  }

  /**
   * From RESET to INIT.
   *
   * @param port from 1
   * @param access what the other side may do (RC, UC)
   * @param qkey that datagrams have to carry (UD)
   */
  public void initialize(int port, Set<Access> access, int qkey) {
    Ranges.check("port", port, 1, 255);
    modify(State.INIT, attr -> QueuePairAttributes.init(attr, transport, port, access, qkey));
  }

  /** From INIT to RTR: from now on it receives. */
  public void readyToReceive(Connection connection) {
    modify(State.RTR, attr -> QueuePairAttributes.readyToReceive(attr, transport, connection));
  }

  /** From RTR to RTS: from now on it sends too. */
  public void readyToSend(Connection connection) {
    modify(State.RTS, attr -> QueuePairAttributes.readyToSend(attr, transport, connection));
  }

  /** To the error state, from any: whatever is posted completes as flushed. */
  public void fail() {
    modify(State.ERROR, attr -> bare(attr, RdmaVerbs.IBV_QPS_ERR()));
  }

  private static int bare(MemorySegment attr, int state) {
    rv_qp_attr.state(attr, state);
    return RdmaVerbs.IBV_QP_STATE();
  }

  /** Fills in what is to be changed; returns which fields those are. */
  private interface Change {
    int fill(MemorySegment attr);
  }

  private void modify(State to, Change change) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = rv_qp_attr.allocate(arena);
      int mask = change.fill(attr);
      int error = RdmaVerbs.rv_modify_qp(struct(), attr, mask);
      if (error == LibC.ETIMEDOUT() || error == LibC.EHOSTUNREACH()) {
        throw new VerbsException(
            "bring %s to %s".formatted(this, to), error, "The other's address cannot be resolved.");
      }
      VerbsException.check("bring %s to %s".formatted(this, to), error);
    }
  }

  @Override
  public void postSend(WorkRequests requests, int first, int count) {
    Chain chain = requests.chain();
    long next = chain.cut(first, count);
    int error;
    try {
      error =
          (int)
              HotCalls.POST_SEND.invokeExact(address(), chain.addressOf(first), chain.badAddress());
    } catch (Throwable e) {
      throw HotCalls.unexpected(e);
    } finally {
      chain.join(first, count, next);
      Reference.reachabilityFence(requests);
    }
    if (error != 0) {
      throw refused("send work requests", chain, first, count, error);
    }
  }

  @Override
  public void postReceive(ReceiveRequests requests, int first, int count) {
    Chain chain = requests.chain();
    long next = chain.cut(first, count);
    int error;
    try {
      error =
          (int)
              HotCalls.POST_RECEIVE.invokeExact(
                  address(), chain.addressOf(first), chain.badAddress());
    } catch (Throwable e) {
      throw HotCalls.unexpected(e);
    } finally {
      chain.join(first, count, next);
      Reference.reachabilityFence(requests);
    }
    if (error != 0) {
      throw refused("receives", chain, first, count, error);
    }
  }

  private VerbsException refused(String what, Chain chain, int first, int count, int error) {
    String remedy =
        error == LibC.ENOMEM()
            ? "The queue is full: take completions before posting more."
            : "Look at its state and at what was asked.";
    return new VerbsException(
        "post %d %s to %s (%d were posted)".formatted(count, what, this, chain.bad() - first),
        error,
        remedy);
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_destroy_qp(struct);
  }
}
