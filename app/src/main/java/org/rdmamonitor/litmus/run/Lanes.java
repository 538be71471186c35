// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;

/** The queue pairs of a thread, and how far each has come. For that thread. */
final class Lanes {
  private final List<Testbed.Lane> lanes;
  private final int[] requests;
  private final Widening widening;
  private final Randomness randomness;

  /**
   * By queue pair: how many requests were posted, had been posted when the iteration began ({@code
   * before}), and have completed ({@code completed}).
   */
  private final long[] posted;

  private final long[] before;
  private final long[] completed;
  private int slot;

  Lanes(Batch batch, ThreadPlan plan, Randomness randomness) {
    this.lanes = plan.lanes().stream().map(batch.testbed()::lane).toList();
    this.requests =
        plan.lanes().stream()
            .mapToInt(lane -> batch.plan().lanes().get(lane).requests().size())
            .toArray();
    this.widening = batch.widening();
    this.randomness = randomness;
    this.posted = new long[lanes.size()];
    this.before = new long[lanes.size()];
    this.completed = new long[lanes.size()];
  }

  /** An iteration begins, whose memory is in this slot. */
  void begin(int place) {
    slot = place;
    System.arraycopy(posted, 0, before, 0, posted.length);
  }

  void post(int lane, int request) {
    boolean isWidened = widening != Widening.NONE && randomness.coin();
    int ahead = isWidened ? 1 + randomness.below(widening.most()) : 0;
    int bytes = isWidened ? 1 << Math.max(bits(), bits()) : 1;
    lanes.get(lane).post(slot, request, ahead, bytes, isWidened && widening.isFenced());
    posted[lane]++;
  }

  private int bits() {
    return randomness.below(widening.mostBits() + 1);
  }

  /** Whether as many of this iteration's requests have completed, from 1. */
  boolean hasCompleted(int lane, int number) {
    if (completed[lane] < before[lane] + number) {
      completed[lane] += lanes.get(lane).completed();
    }
    return completed[lane] >= before[lane] + number;
  }

  /** Takes the completions that are there; whether all that was posted has completed. */
  boolean areSettled() {
    boolean result = true;
    for (int i = 0; i < posted.length; i++) {
      if (completed[i] < posted[i]) {
        completed[i] += lanes.get(i).completed();
        result &= completed[i] == posted[i];
      }
    }
    return result;
  }

  /** A number that changes whenever something is posted or completes. */
  long progress() {
    long sum = 0;
    for (int i = 0; i < posted.length; i++) {
      sum += posted[i] + completed[i];
    }
    return sum;
  }

  /**
   * Posts a READ of no consequence behind requests that do not complete: soft-RoCE can forget a
   * fenced request until the next one is posted.
   */
  void nudge() {
    for (int i = 0; i < posted.length; i++) {
      long open = posted[i] - completed[i];
      if (open > 0 && open <= lanes.get(i).room()) {
        lanes.get(i).flush();
        posted[i]++;
        before[i]++;
      }
    }
  }

  /** Waits until all that was posted has completed. */
  void settle(Patience patience) {
    patience.beginDrain();
    while (!areSettled()) {
      patience.drain();
    }
  }

  /** Waits until each queue pair has room for the requests of another iteration. */
  void makeRoom(Patience patience) {
    patience.beginDrain();
    for (int i = 0; i < posted.length; i++) {
      while (posted[i] - completed[i] + requests[i] > lanes.get(i).room()) {
        completed[i] += lanes.get(i).completed();
        patience.drain();
      }
    }
  }

  /** Waits until all that was posted has completed, and is in memory. */
  void flush(Patience patience) {
    settle(patience);
    for (int i = 0; i < posted.length; i++) {
      lanes.get(i).flush();
      posted[i]++;
    }
    settle(patience);
  }
}
