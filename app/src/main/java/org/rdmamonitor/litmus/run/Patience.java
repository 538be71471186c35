// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.time.Duration;

/**
 * How a thread waits: it polls, and lets others run now and then. It gives up when its time is
 * over, or earlier, when no thread does anything any more that could end the wait. Whether giving
 * up was right is checked when the whole run is over. For one thread.
 */
final class Patience {
  /** Polls between two checks of the clock and of the other threads. */
  private static final int LOOKS = 64;

  /** How long all threads must have been idle before a wait is in vain. */
  private static final long IDLE_NANOS = Duration.ofMillis(2).toNanos();

  /**
   * How long nothing that was posted may complete until {@link Lanes#nudge} posts another request.
   * No device takes that long, but up to Linux 6.9 the sender of soft-RoCE can fail to notice that
   * what a fenced request waits for is done (rxe_req.c and rxe_comp.c each look at
   * qp->req.wait_fence without a lock).
   */
  private static final long STILL_NANOS = Duration.ofSeconds(1).toNanos();

  private final Batch batch;
  private final int thread;
  private final Lanes lanes;
  private final long limit;
  private final int[] looksHere;
  private final long[] looksElsewhere;
  private int iteration = -1;
  private int looks;
  private long start;
  private long idleSince;
  private boolean isIdle;
  private long progress;
  private long stillSince = System.nanoTime();

  Patience(Batch batch, int thread, Lanes lanes) {
    this.batch = batch;
    this.thread = thread;
    this.lanes = lanes;
    this.limit = batch.limit().toNanos();
    this.looksHere = batch.idleFlags().noLooks();
    this.looksElsewhere = new long[batch.coordination().count()];
  }

  /** An iteration begins; they are numbered from 0. */
  void begin(int number) {
    iteration = number;
    isIdle = false;
  }

  /** All iterations are over, and everything is in memory. */
  void end() {
    if (iteration >= 0) {
      batch.idleFlags().idle(thread, iteration);
    }
    batch.idleFlags().leave(thread);
    batch.coordination().tellLeft();
  }

  /** Called again and again while the thread waits for others to arrive. */
  void meanwhile() {
    looks++;
    if (looks % LOOKS != 0) {
      Thread.onSpinWait();
      return;
    }
    tellIfIdle();
    nudgeIfStill(System.nanoTime());
    letOthersRun();
  }

  /** The thread begins to wait for something. */
  void beginWait() {
    looks = 0;
  }

  /** What the thread waited for has happened. */
  void endWait() {
    if (isIdle) {
      isIdle = false;
      batch.idleFlags().busy(thread, iteration);
    }
  }

  /** Whether to go on waiting. */
  boolean hasMore() {
    if (++looks % LOOKS != 0) {
      Thread.onSpinWait();
      return true;
    }
    long now = System.nanoTime();
    if (looks == LOOKS) {
      start = now;
      idleSince = now;
      copyLooks();
    }
    tellIfIdle();
    boolean isStuck = isStuck(now);
    nudgeIfStill(now);
    letOthersRun();
    return !batch.meeting().isAborted() && now - start < limit && !isStuck;
  }

  /** Whether nothing went on for a while, and no thread was held up in seeing what had. */
  private boolean isStuck(long now) {
    if (!isIdle
        || !batch.idleFlags().areAllIdle(iteration)
        || !batch.coordination().areAllIdle(iteration)) {
      idleSince = now;
      copyLooks();
    }
    return now - idleSince >= IDLE_NANOS
        && batch.idleFlags().haveAllLookedSince(looksHere)
        && batch.coordination().haveAllLookedSince(looksElsewhere);
  }

  private void copyLooks() {
    batch.idleFlags().copyLooks(looksHere);
    batch.coordination().copyLooks(looksElsewhere);
  }

  void beginDrain() {
    looks = 0;
  }

  /**
   * Waits for completions.
   *
   * @throws TestbedException if none comes in time, or the run is aborted
   */
  void drain() {
    if (++looks % LOOKS != 0) {
      Thread.onSpinWait();
      return;
    }
    if (batch.meeting().isAborted()) {
      throw TestbedException.failed("broken off");
    }
    long now = System.nanoTime();
    if (looks == LOOKS) {
      start = now;
    }
    if (now - start >= limit) {
      throw TestbedException.failed(
          "requests of %s do not complete within %d s; look at the device (rdma-secure check-devices --loopback), or raise --time-limit"
              .formatted(
                  batch.plan().threads().get(thread).name(), Duration.ofNanos(limit).toSeconds()));
    }
    nudgeIfStill(now);
    letOthersRun();
  }

  private void nudgeIfStill(long now) {
    long reached = lanes.progress();
    if (reached != progress) {
      progress = reached;
      stillSince = now;
    } else if (now - stillSince >= STILL_NANOS) {
      lanes.nudge();
      stillSince = now;
    }
  }

  private void tellIfIdle() {
    if (!isIdle && iteration >= 0 && lanes.areSettled()) {
      isIdle = true;
      batch.idleFlags().idle(thread, iteration);
    }
    if (isIdle) {
      batch.idleFlags().look(thread);
    }
    batch.coordination().tellNowAndThen();
  }

  /** Helps where there are more threads than processors; nothing depends on it. */
  @SuppressWarnings("ThreadPriorityCheck")
  private static void letOthersRun() {
    Thread.yield();
  }
}
