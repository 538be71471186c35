// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import org.rdmamonitor.secure.seal.MessageOrder;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.TransferOption;
import org.rdmamonitor.secure.wire.Transport;

/**
 * What is to be done. Both ends derive the same plan, apart from the tuning, from one {@link
 * Request}, which has checked it.
 *
 * @param sizes {@link Transfer#prepare} is called with each of them
 * @param extent of each size, without the warm-up
 * @param depth work requests that a lane has under way at most, from 1
 * @param verify contents are a pattern that the receiver checks
 * @param sealed each lane has {@link Lane#sealing()}
 */
public record TransferPlan(
    Operation operation,
    Transport transport,
    Measure measure,
    Sizes sizes,
    Extent extent,
    int depth,
    boolean bidirectional,
    boolean verify,
    boolean sealed,
    Tuning tuning) {
  private static final int LEAST_RECEIVES = 512;
  private static final int FIRST_WARM_UP = 1_000;
  private static final long WARM_UP_BYTES = 16L << 20;
  private static final int LEAST_WARM_UP = 16;

  /** What a client asks for. */
  public static TransferPlan of(Request request, Tuning tuning) {
    return new TransferPlan(
        request.operation(),
        request.transport(),
        request.measure(),
        request.sizes(),
        request.extent(),
        request.depth(),
        request.wants(TransferOption.BIDIRECTIONAL),
        request.wants(TransferOption.VERIFY),
        request.wants(TransferOption.SEAL),
        tuning);
  }

  /** Send work requests that a queue pair must have room for. */
  public int sends() {
    return depth;
  }

  /** Receive requests that a queue pair must have room for; 0 if none are used. */
  public int receives() {
    return takesReceives() ? Math.max(LEAST_RECEIVES, 2 * depth) : 0;
  }

  /** Whether messages take receive requests at the other end. */
  public boolean takesReceives() {
    return operation == Operation.SEND || operation == Operation.WRITE_WITH_IMMEDIATE;
  }

  /** Whether an end begins operations of its own, and {@link Transfer#run} is to be called. */
  public boolean runs(Role role) {
    return role == Role.ACTIVE || bidirectional;
  }

  /** Whether an end answers the other's, and {@link Transfer#serve} is to be called. */
  public boolean serves(Role role) {
    return role == Role.PASSIVE || bidirectional;
  }

  /** In which order a lane's opener accepts messages. */
  public MessageOrder order() {
    if (!takesReceives() && !LaneLayout.isPolled(this)) {
      return MessageOrder.ANY;
    }
    return switch (transport) {
      case RC -> MessageOrder.STRICT;
      case UC -> MessageOrder.ASCENDING;
      case UD -> MessageOrder.WINDOW;
    };
  }

  /**
   * How many operations of each lane precede those that count: 1000 with the first size, later as
   * many as move 16 MiB, from 16 to 1000; but no more than those that count.
   */
  public long warmUp(long size) {
    long most = extent.iterations() == 0 ? FIRST_WARM_UP : extent.iterations();
    long wanted =
        size == sizes.first() && size <= WARM_UP_BYTES / FIRST_WARM_UP
            ? FIRST_WARM_UP
            : Math.clamp(WARM_UP_BYTES / size, LEAST_WARM_UP, FIRST_WARM_UP);
    return Math.min(wanted, most);
  }
}
