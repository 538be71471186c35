// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.secure.wire.Transport;

/**
 * WRITEs, to and fro. The last byte of each is the lowest byte of its number, from 1; the other end
 * waits for this byte, since devices write in ascending order. If WRITEs may be lost, each end
 * repeats its last one if nothing came for long. For one thread.
 */
final class MemoryPingPong implements Engine {
  /**
   * How often one call looks at the awaited byte; this takes about as long as {@link Poller#SPINS}
   * polls of a queue.
   */
  private static final int LOOKS = 1_000;

  private static final long PATIENCE = Duration.ofMillis(100).toNanos();
  private static final long WITHOUT_END = Long.MAX_VALUE / 2;

  private final TransferPlan plan;
  private final Control control;
  private final Role own;
  private final Role other;
  private final Lane lane;
  private final MemorySegment memory;
  private final long openedOffset;
  private final Contents contents;
  private final Outbox outbox;
  private final Poller sends;
  private final Idle idle;
  private final Rounds rounds;
  private final boolean lossy;
  private final boolean verifies;
  private long size;
  private long wireBytes;
  private long flagOffset;
  private long lost;
  private long rejected;

  MemoryPingPong(TransferPlan plan, Role role, Lane lane, Control control) {
    LaneLayout layout = LaneLayout.of(plan, role);
    this.plan = plan;
    this.control = control;
    this.own = role;
    this.other = role == Role.ACTIVE ? Role.PASSIVE : Role.ACTIVE;
    this.lane = lane;
    this.memory = lane.memory().segment();
    this.openedOffset = layout.openedOffset();
    this.contents = Contents.of(plan, role);
    this.outbox = new Outbox(plan, layout, lane, contents, 1, plan.tuning().moderation());
    this.sends = new Poller(List.of(lane), Lane::sends, plan.operation().toString());
    this.idle = new Idle(plan.tuning(), Poller.SPINS);
    this.rounds = new Rounds(plan, control, 2);
    this.lossy = plan.transport() != Transport.RC;
    this.verifies = plan.verify() && !plan.sealed();
  }

  @Override
  public void prepare(long size) {
    this.size = size;
    lost = 0;
    rejected = 0;
    wireBytes = LaneLayout.wireBytes(plan, size);
    flagOffset = plan.sealed() ? wireBytes : wireBytes - 1;
    contents.prepare(size);
    outbox.prepare(flagOffset + 1);
    outbox.extend(WITHOUT_END);
    memory.asSlice(openedOffset).fill((byte) 0);
  }

  @Override
  public TransferResult run() {
    return rounds.run(size, this::round).with(rejected, lost);
  }

  private boolean round(long number) {
    return send(number + 1) && await(number + 1, number + 1);
  }

  /**
   * Waits for a message.
   *
   * @param last the number of the last one sent, which is sent again if nothing comes; 0 if there
   *     is none
   */
  private boolean await(long number, long last) {
    long at = openedOffset + flagOffset;
    byte expected = (byte) number;
    long since = 0;
    idle.reset();
    while (!lane.memory().spin(at, expected, LOOKS)) {
      if (idle.isLong()) {
        if (control.isCancelled() || control.isPeerFinished()) {
          return false;
        }
        outbox.takeFrom(sends);
        since = since == 0 ? System.nanoTime() : since;
        if (lossy && last > 0 && System.nanoTime() - since > PATIENCE) {
          lost++;
          send(last);
          since = 0;
        }
      }
      idle.pause();
    }
    look(number);
    return true;
  }

  private void look(long number) {
    if (verifies) {
      long seed = Pattern.seed(other, lane.index(), size, number);
      if (!Pattern.matches(memory, openedOffset, size - 1, seed)) {
        rejected++;
      }
    } else if (plan.sealed() && !contents.isRight(lane, openedOffset, wireBytes, number)) {
      rejected++;
    }
  }

  private boolean send(long number) {
    if (verifies) {
      Pattern.fill(memory, 0, size - 1, Pattern.seed(own, lane.index(), size, number));
    }
    memory.set(JAVA_BYTE, flagOffset, (byte) number);
    outbox.renumber(number);
    while (outbox.post() == 0) {
      outbox.takeFrom(sends);
      if (control.isCancelled()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public TransferResult serve() {
    long number = 1;
    while (await(number, number - 1) && send(number)) {
      control.progress(number++);
    }
    long counted = Math.max(0, number - 1 - plan.warmUp(size));
    return new TransferResult(size, counted, rejected, 0, 0, Optional.empty());
  }
}
