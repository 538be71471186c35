// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.nativelib.verbs.Completions;

/**
 * Messages that take receive requests, to and fro. If they may be lost, each has a number: the
 * active end sends another message, with the next number, in place of one that was not answered for
 * long; the passive end answers with the number of the message that it received. For one thread.
 */
final class MessagePingPong implements Engine {
  private static final long PATIENCE = Duration.ofMillis(100).toNanos();
  private static final long WITHOUT_END = Long.MAX_VALUE / 2;

  private final TransferPlan plan;
  private final Control control;
  private final Contents contents;
  private final Outbox outbox;
  private final Inbox inbox;
  private final Poller sends;
  private final Poller receives;
  private final Idle idle;
  private final Rounds rounds;
  private final boolean lossy;
  private long size;
  private long next;
  private long lost;

  MessagePingPong(TransferPlan plan, Role role, Lane lane, Control control) {
    LaneLayout layout = LaneLayout.of(plan, role);
    this.plan = plan;
    this.control = control;
    this.contents = Contents.of(plan, role);
    this.outbox = new Outbox(plan, layout, lane, contents, 1, plan.tuning().moderation());
    this.inbox = new Inbox(plan, layout, lane, contents);
    this.sends = new Poller(List.of(lane), Lane::sends, plan.operation().toString());
    this.receives = new Poller(List.of(lane), Lane::receives, "receive");
    this.idle = new Idle(plan.tuning(), Poller.SPINS);
    this.rounds = new Rounds(plan, control, 2);
    this.lossy = LaneLayout.sendsAgain(plan);
  }

  @Override
  public void prepare(long size) {
    this.size = size;
    next = 0;
    lost = 0;
    contents.prepare(size);
    outbox.prepare(LaneLayout.wireBytes(plan, size));
    outbox.extend(WITHOUT_END);
    inbox.prepare();
  }

  @Override
  public TransferResult run() {
    return rounds.run(size, _ -> round()).with(inbox.rejected(), lost);
  }

  private boolean round() {
    long first = next;
    inbox.refillIfEmpty();
    send(next++);
    inbox.refill(); // while the message is on its way
    idle.reset();
    long since = 0;
    while (true) {
      int count = receives.spin();
      if (count > 0 && answers(count, first)) {
        return true;
      }
      if (idle.isLong()) {
        if (control.isCancelled()) {
          return false;
        }
        outbox.takeFrom(sends);
        since = since == 0 ? System.nanoTime() : since;
        if (lossy && System.nanoTime() - since > PATIENCE) {
          lost++;
          send(next++);
          since = 0;
        }
      }
      idle.pause();
    }
  }

  /**
   * Whether one of those that came answers this message or a later one; others are late answers.
   */
  private boolean answers(int count, long first) {
    Completions completions = receives.completions();
    boolean isThere = false;
    for (int i = 0; i < count; i++) {
      inbox.take(completions, i);
      int behind = completions.immediate(i) - (int) first;
      isThere |= !lossy || (behind >= 0 && behind < next - first);
    }
    return isThere;
  }

  private void send(long number) {
    outbox.renumber(number);
    while (outbox.post() == 0) {
      outbox.takeFrom(sends);
      if (control.isCancelled()) {
        return;
      }
    }
  }

  @Override
  public TransferResult serve() {
    while (!control.isCancelled() && !control.isPeerFinished()) {
      int count = receives.spin();
      if (count == 0) {
        if (idle.isLong()) {
          outbox.takeFrom(sends);
        }
        idle.pause();
      } else {
        idle.reset();
        answer(count);
      }
    }
    long counted = Math.max(0, inbox.received() - plan.warmUp(size));
    return new TransferResult(size, counted, inbox.rejected(), 0, 0, Optional.empty());
  }

  private void answer(int count) {
    Completions completions = receives.completions();
    for (int i = 0; i < count; i++) {
      long number = lossy ? completions.immediate(i) & 0xffff_ffffL : inbox.received();
      inbox.take(completions, i);
      inbox.refillIfEmpty();
      send(number);
    }
    inbox.refill();
    control.progress(inbox.received());
  }
}
