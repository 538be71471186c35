// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/** The rounds of a latency measurement: the warm-up, then those that count. For one thread. */
final class Rounds {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long LONGEST = 1_000_000_000_000L;
  private static final int DIGITS = 3;

  private final TransferPlan plan;
  private final Control control;
  private final int trips;

  /** One round. */
  interface Round {
    /**
     * Sends and waits for what comes back.
     *
     * @param number from 0
     * @return false if it was cancelled meanwhile
     */
    boolean go(long number);
  }

  /**
   * The rounds of a plan.
   *
   * @param trips how many trips a round consists of; the time of one of them is recorded
   */
  Rounds(TransferPlan plan, Control control, int trips) {
    this.plan = plan;
    this.control = control;
    this.trips = trips;
  }

  /** Does all rounds; does not fill in {@code lost} and {@code rejected}. */
  TransferResult run(long size, Round round) {
    Histogram histogram = new Histogram(1, LONGEST, DIGITS);
    long number = 0;
    for (long warmUp = plan.warmUp(size); number < warmUp; number++) {
      if (!round.go(number)) {
        return TransferResult.none(size);
      }
    }
    long iterations = plan.extent().iterations();
    long most = iterations > 0 ? number + iterations : Long.MAX_VALUE;
    long nanos = iterations > 0 ? Long.MAX_VALUE : plan.extent().durationMillis() * NANOS_PER_MILLI;
    long first = number;
    long start = System.nanoTime();
    long before = start;
    while (number < most && before - start < nanos && round.go(number)) {
      long now = System.nanoTime();
      histogram.recordValue(Math.min((now - before) / trips, LONGEST));
      before = now;
      control.progress(++number);
    }
    return new TransferResult(size, number - first, 0, 0, before - start, Optional.of(histogram));
  }
}
