// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.util.List;
import org.rdmamonitor.nativelib.verbs.Completions;

/** Measures the latency of READ and atomic operations, one after the other. For one thread. */
final class RoundTrips implements Engine {
  private final TransferPlan plan;
  private final Control control;
  private final Contents contents;
  private final Outbox outbox;
  private final Poller poller;
  private final Idle idle;
  private final Rounds rounds;
  private long size;

  RoundTrips(TransferPlan plan, Lane lane, Control control) {
    this.plan = plan;
    this.control = control;
    this.contents = Contents.of(plan, Role.ACTIVE);
    this.outbox = new Outbox(plan, LaneLayout.of(plan, Role.ACTIVE), lane, contents, 1, 1);
    this.poller = new Poller(List.of(lane), Lane::sends, plan.operation().toString());
    this.idle = new Idle(plan.tuning(), Poller.SPINS);
    this.rounds = new Rounds(plan, control, 1);
  }

  @Override
  public void prepare(long size) {
    this.size = size;
    contents.prepare(size);
    outbox.prepare(LaneLayout.wireBytes(plan, size));
  }

  @Override
  public TransferResult run() {
    TransferResult outcome = rounds.run(size, this::round);
    return outcome.with(outbox.rejected(), 0);
  }

  private boolean round(long number) {
    outbox.extend(1);
    outbox.post();
    idle.reset();
    while (poller.spin() == 0) {
      if (idle.isLong() && control.isCancelled()) {
        return false;
      }
      idle.pause();
    }
    Completions completions = poller.completions();
    outbox.complete(Poller.number(completions.id(0)));
    return true;
  }

  @Override
  public TransferResult serve() {
    return TransferResult.none(size);
  }
}
