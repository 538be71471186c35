// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import org.rdmamonitor.secure.seal.Seal;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Transport;

/**
 * How the memory of a lane is divided. First comes its own part, from which messages are sent and
 * into which READs and atomics bring data; then the opened part, into which receives and the other
 * end's WRITEs go and from which its READs and atomics take data. Each part has a number of slots.
 * Slots are made for the largest size; if nobody checks the contents, there is one slot, which
 * every message uses.
 *
 * @param slots of each part, a power of two
 * @param stride bytes from one slot to the next
 * @param own bytes of the own part; 0 if this end begins no operations
 * @param opened bytes of the opened part; 0 if the other end begins none
 */
public record LaneLayout(int slots, long stride, long own, long opened) {
  /** In front of a datagram that was received. */
  public static final int GRH_BYTES = 40;

  private static final int CACHE_LINE = 64;
  private static final int PAGE = 4096;
  private static final long MOST_BYTES = 32L << 20;
  private static final int LEAST_SLOTS = 2;
  private static final int SLOTS_TO_SEND_AGAIN = 8;

  /** Of the lanes of one end. */
  public static LaneLayout of(TransferPlan plan, Role role) {
    long stride = stride(plan);
    int slots = slots(plan, stride);
    boolean both = plan.bidirectional() || isPingPong(plan);
    long part = (slots * stride + PAGE - 1) / PAGE * PAGE;
    return new LaneLayout(
        slots,
        stride,
        both || role == Role.ACTIVE ? part : 0,
        both || role == Role.PASSIVE ? part : 0);
  }

  /** Bytes that a message of this plan has: its size, and what sealing adds. */
  static long wireBytes(TransferPlan plan, long size) {
    return plan.sealed() ? size + Seal.OVERHEAD_BYTES : size;
  }

  private static long stride(TransferPlan plan) {
    long bytes = wireBytes(plan, plan.sizes().last());
    if (plan.transport() == Transport.UD) {
      bytes += GRH_BYTES;
    }
    if (isPolled(plan) && plan.sealed()) {
      bytes++; // the byte that is polled, since the last byte of a tag may have any value
    }
    return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
  }

  private static int slots(TransferPlan plan, long stride) {
    boolean each = plan.verify() || plan.sealed() || plan.operation().isAtomic();
    if (!each || (isPingPong(plan) && !sendsAgain(plan))) {
      return 1;
    }
    int wanted = sendsAgain(plan) ? SLOTS_TO_SEND_AGAIN : plan.depth();
    long most = Math.clamp(MOST_BYTES / stride, LEAST_SLOTS, Math.max(LEAST_SLOTS, wanted));
    return (int) Long.highestOneBit(most);
  }

  /** Whether the other end recognises a message by a change of memory. */
  static boolean isPolled(TransferPlan plan) {
    return isPingPong(plan) && plan.operation() == Operation.WRITE;
  }

  /**
   * Whether another message is sent if a ping-pong message is not answered, so that more than one
   * is under way.
   */
  static boolean sendsAgain(TransferPlan plan) {
    return isPingPong(plan) && plan.transport() != Transport.RC && !isPolled(plan);
  }

  static boolean isPingPong(TransferPlan plan) {
    return plan.measure() == Measure.LATENCY
        && plan.operation() != Operation.READ
        && !plan.operation().isAtomic();
  }

  /** All of it, for one lane. */
  public long bytes() {
    return own + opened;
  }

  /** Where the opened part begins; it is what the other end needs a key for. */
  public long openedOffset() {
    return own;
  }

  long ownOffset(int slot) {
    return slot * stride;
  }

  long openedOffset(int slot) {
    return own + slot * stride;
  }
}
