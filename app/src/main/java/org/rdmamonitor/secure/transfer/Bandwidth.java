// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.verbs.Completions;

/**
 * Does as many operations as possible, over all lanes, in one direction or both. For one thread.
 */
final class Bandwidth implements Engine {
  private static final long WITHOUT_END = Long.MAX_VALUE / 2;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final TransferPlan plan;
  private final Control control;
  private final Contents contents;
  private final Outbox[] outboxes;
  private final Poller poller;
  private final Idle idle;
  private final @Nullable Sink sink;
  private final @Nullable Exposure exposure;
  private long size;
  private long completed;

  Bandwidth(TransferPlan plan, Role role, List<Lane> lanes, Control control) {
    LaneLayout layout = LaneLayout.of(plan, role);
    this.plan = plan;
    this.control = control;
    this.contents = Contents.of(plan, role);
    this.outboxes =
        plan.runs(role)
            ? lanes.stream()
                .map(lane -> Outbox.of(plan, layout, lane, contents))
                .toArray(Outbox[]::new)
            : new Outbox[0];
    this.poller = new Poller(lanes, Lane::sends, plan.operation().toString());
    this.idle = new Idle(plan.tuning());
    boolean serves = plan.serves(role);
    boolean receives = plan.takesReceives();
    this.sink = serves && receives ? new Sink(plan, layout, lanes, contents, control) : null;
    this.exposure =
        serves && !receives ? new Exposure(plan, layout, lanes, contents, control) : null;
  }

  @Override
  public void prepare(long size) {
    this.size = size;
    completed = 0;
    contents.prepare(size);
    long bytes = LaneLayout.wireBytes(plan, size);
    for (Outbox outbox : outboxes) {
      outbox.prepare(bytes);
    }
    if (sink != null) {
      sink.prepare(size);
    }
    if (exposure != null) {
      exposure.prepare(size);
    }
  }

  @Override
  public TransferResult run() {
    extend(plan.warmUp(size));
    pump(WITHOUT_END);
    long before = completed;
    long start = System.nanoTime();
    if (plan.extent().iterations() > 0) {
      extend(plan.extent().iterations());
      pump(WITHOUT_END);
    } else {
      extend(WITHOUT_END);
      pump(plan.extent().durationMillis() * NANOS_PER_MILLI);
    }
    long elapsed = System.nanoTime() - start;
    long rejected = 0;
    for (Outbox outbox : outboxes) {
      rejected += outbox.rejected();
    }
    return new TransferResult(size, completed - before, rejected, 0, elapsed, Optional.empty());
  }

  private void extend(long operations) {
    for (Outbox outbox : outboxes) {
      outbox.extend(operations);
    }
  }

  /**
   * Runs until all operations that may be begun are done.
   *
   * @param nanos after which no more are begun
   */
  private void pump(long nanos) {
    long start = System.nanoTime();
    boolean timed = nanos < WITHOUT_END;
    while (step() && !control.isCancelled()) {
      if (timed && System.nanoTime() - start >= nanos) {
        timed = false;
        for (Outbox outbox : outboxes) {
          outbox.end();
        }
        if (isDone()) {
          return;
        }
      }
    }
  }

  /** Whether anything is left to do. */
  private boolean step() {
    int work = 0;
    for (Outbox outbox : outboxes) {
      work += outbox.post();
    }
    int done = poller.poll();
    if (sink != null) {
      work += sink.step();
    }
    if (done > 0) {
      return take(done);
    }
    if (work > 0) {
      idle.reset();
    } else {
      idle.pause();
    }
    return true;
  }

  private boolean take(int done) {
    idle.reset();
    Completions completions = poller.completions();
    for (int i = 0; i < done; i++) {
      long id = completions.id(i);
      Outbox outbox = outboxes[Poller.lane(id)];
      long before = outbox.completed();
      outbox.complete(Poller.number(id));
      completed += outbox.completed() - before;
    }
    control.progress(completed + (sink == null ? 0 : sink.received()));
    return !isDone();
  }

  private boolean isDone() {
    for (Outbox outbox : outboxes) {
      if (!outbox.isDone()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public TransferResult serve() {
    if (sink != null) {
      return sink.serve(completed);
    }
    return exposure == null ? TransferResult.none(size) : exposure.serve();
  }
}
