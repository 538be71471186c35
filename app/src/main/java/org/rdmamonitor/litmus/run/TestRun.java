// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.rdmamonitor.litmus.search.Outcome;

/** Runs a test. For one thread; it starts the threads of the test itself. */
public final class TestRun {
  private final TestPlan plan;
  private final Runs.Maker maker;
  private final RunSettings settings;
  private final BooleanSupplier stop;
  private final LongSupplier nanoTime;
  private final Map<Widening, Histogram> histograms = new EnumMap<>(Widening.class);
  private long abandoned;

  /**
   * A run, which can be done once.
   *
   * @param stop whether to end it early; asked before each iteration
   * @param nanoTime as {@link System#nanoTime}
   */
  public TestRun(
      TestPlan plan,
      Runs.Maker maker,
      RunSettings settings,
      BooleanSupplier stop,
      LongSupplier nanoTime) {
    this.plan = plan;
    this.maker = maker;
    this.settings = settings;
    this.stop = stop;
    this.nanoTime = nanoTime;
  }

  /**
   * Does all iterations.
   *
   * @throws RuntimeException of the testbed, if it cannot be made, or a request failed
   */
  public RunResult run() {
    long start = nanoTime.getAsLong();
    try (Runs runs = maker.make(plan, settings, stop)) {
      long left = settings.iterations();
      for (long run = 0; left > 0 && !stop.getAsBoolean(); run++) {
        int size = (int) Math.min(left, settings.size());
        Widening widening = settings.widenings().get((int) (run % settings.widenings().size()));
        Histogram histogram = histograms.computeIfAbsent(widening, _ -> new Histogram());
        runs.run(run, size, widening, (values, ending) -> count(histogram, values, ending));
        left -= size;
      }
    }
    Map<Widening, SortedMap<Outcome, Long>> seen = new EnumMap<>(Widening.class);
    histograms.forEach((widening, histogram) -> seen.put(widening, histogram.outcomes()));
    return new RunResult(
        plan.test(), maker.devices(), settings, seen, abandoned, nanoTime.getAsLong() - start);
  }

  private void count(Histogram histogram, long[] values, Ending ending) {
    switch (ending) {
      case THROUGH -> histogram.add(values, false);
      case HANGS -> histogram.add(values, true);
      case ABANDONED -> abandoned++;
    }
  }
}
