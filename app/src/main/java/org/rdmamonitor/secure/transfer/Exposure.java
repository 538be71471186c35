// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Transport;

/**
 * Memory that the other end reads, writes and changes while this end does nothing; it is checked
 * when the other end has finished. For one thread.
 */
final class Exposure {
  private static final long ON_THE_WAY = Duration.ofMillis(20).toNanos();

  private final TransferPlan plan;
  private final LaneLayout layout;
  private final List<Lane> lanes;
  private final Contents contents;
  private final Control control;
  private long size;
  private long bytes;

  Exposure(
      TransferPlan plan, LaneLayout layout, List<Lane> lanes, Contents contents, Control control) {
    this.plan = plan;
    this.layout = layout;
    this.lanes = lanes;
    this.contents = contents;
    this.control = control;
  }

  void prepare(long size) {
    this.size = size;
    bytes = LaneLayout.wireBytes(plan, size);
    for (Lane lane : lanes) {
      if (plan.operation() == Operation.READ) {
        for (int slot = 0; slot < layout.slots(); slot++) {
          contents.write(lane, layout.openedOffset(slot), slot);
        }
      } else {
        opened(lane).fill((byte) 0);
      }
    }
  }

  private MemorySegment opened(Lane lane) {
    return lane.memory().segment().asSlice(layout.openedOffset(), layout.opened());
  }

  /** Waits until the other end has finished. */
  TransferResult serve() {
    control.awaitPeer();
    if (control.isCancelled() || !(plan.verify() || plan.sealed())) {
      return TransferResult.none(size);
    }
    if (plan.transport() != Transport.RC) {
      LockSupport.parkNanos(ON_THE_WAY);
    }
    long rejected =
        switch (plan.operation()) {
          case WRITE -> wrongSlots();
          case COMPARE_AND_SWAP, FETCH_AND_ADD -> missingAdditions();
          default -> 0;
        };
    return new TransferResult(size, 0, rejected, 0, 0, Optional.empty());
  }

  private long wrongSlots() {
    long wrong = 0;
    for (Lane lane : lanes) {
      for (int slot = 0; slot < layout.slots(); slot++) {
        long offset = layout.openedOffset(slot);
        boolean isBlank = Pattern.isBlank(lane.memory().segment(), offset, bytes);
        if (isBlank ? mustBeWritten(slot) : !contents.isRight(lane, offset, bytes, slot)) {
          wrong++;
        }
      }
    }
    return wrong;
  }

  /**
   * Whether a slot without a message is an error. It is not if messages may get lost on the way,
   * nor beyond the operations that were asked for; with a duration nobody knows how many there will
   * be.
   */
  private boolean mustBeWritten(int slot) {
    return plan.transport() == Transport.RC && slot < plan.extent().iterations();
  }

  private long missingAdditions() {
    long sum = 0;
    for (Lane lane : lanes) {
      sum += lane.memory().segment().get(JAVA_LONG, layout.openedOffset());
    }
    long expected = control.peerOperations() + lanes.size() * plan.warmUp(size);
    return Math.abs(sum - expected);
  }
}
