// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.rdmamonitor.nativelib.verbs.Completions;

/** Takes the messages that all lanes receive, and measures their time. For one thread. */
final class Sink {
  private static final long QUIET = Duration.ofMillis(20).toNanos();

  private final TransferPlan plan;
  private final Control control;
  private final Inbox[] inboxes;
  private final Poller poller;
  private final Idle idle;
  private long size;
  private long uncounted;
  private long received;
  private long first;

  Sink(TransferPlan plan, LaneLayout layout, List<Lane> lanes, Contents contents, Control control) {
    this.plan = plan;
    this.control = control;
    this.inboxes =
        lanes.stream().map(lane -> new Inbox(plan, layout, lane, contents)).toArray(Inbox[]::new);
    this.poller = new Poller(lanes, Lane::receives, "receive");
    this.idle = new Idle(plan.tuning());
  }

  void prepare(long size) {
    this.size = size;
    uncounted = plan.warmUp(size) * inboxes.length;
    received = 0;
    first = 0;
    for (Inbox inbox : inboxes) {
      inbox.prepare();
    }
  }

  /** Takes what is there; returns how many. */
  int step() {
    int count = poller.poll();
    if (count == 0) {
      return 0;
    }
    Completions completions = poller.completions();
    for (int i = 0; i < count; i++) {
      Inbox inbox = inboxes[Poller.lane(completions.id(i))];
      inbox.take(completions, i);
      inbox.refill();
    }
    if (received <= uncounted) {
      first = System.nanoTime();
    }
    received += count;
    return count;
  }

  long received() {
    return received;
  }

  /**
   * Takes messages until the other end has finished, and everything that it sent is there, or lost.
   */
  TransferResult serve(long sent) {
    while (!control.isCancelled() && !control.isPeerFinished()) {
      pause(step(), sent);
    }
    long expected = control.peerOperations() + uncounted;
    long last =
        untilQuiet(
            () -> !control.isCancelled() && received < expected,
            () -> {
              int count = step();
              pause(count, sent);
              return count;
            },
            System::nanoTime);
    return outcome(control.isPeerFinished() ? Math.max(0, expected - received) : 0, last);
  }

  /**
   * Repeats the step as long as more is expected, until nothing has come for a time. The last step
   * begins after that time: if a busy host has made this thread wait for longer, it looks once more
   * before it takes for lost what has come meanwhile.
   *
   * @param step returns how many have come
   * @param clock in nanoseconds
   * @return when the last ones came, or when it began
   */
  static long untilQuiet(BooleanSupplier isAwaited, IntSupplier step, LongSupplier clock) {
    long since = clock.getAsLong();
    while (isAwaited.getAsBoolean()) {
      boolean isQuiet = clock.getAsLong() - since >= QUIET;
      if (step.getAsInt() > 0) {
        since = clock.getAsLong();
      } else if (isQuiet) {
        break;
      }
    }
    return since;
  }

  private void pause(int count, long sent) {
    if (count == 0) {
      idle.pause();
    } else {
      idle.reset();
      control.progress(sent + received);
    }
  }

  private TransferResult outcome(long lost, long last) {
    long rejected = 0;
    for (Inbox inbox : inboxes) {
      rejected += inbox.rejected();
    }
    long counted = Math.max(0, received - uncounted);
    return new TransferResult(
        size, counted, rejected, lost, counted == 0 ? 0 : last - first, Optional.empty());
  }
}
