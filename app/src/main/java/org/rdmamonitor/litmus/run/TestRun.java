// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.search.Outcome;

/** Runs a test. For one thread; the threads of the test are its own. */
public final class TestRun {
  private final TestPlan plan;
  private final Testbed.Maker maker;
  private final RunSettings settings;
  private final BooleanSupplier stop;
  private final LongSupplier nanoTime;
  private final Map<Boolean, Testbed> testbeds = new HashMap<>();
  private final Map<Widening, Histogram> histograms = new EnumMap<>(Widening.class);
  private final List<Observed> observed = new ArrayList<>();
  private long abandoned;

  /** Where a value of an outcome is. */
  private interface Observed {
    long value(Batch batch, int slot);
  }

  /**
   * A run that may be made once.
   *
   * @param stop whether to end it early; asked before each iteration
   * @param nanoTime as {@link System#nanoTime}
   */
  public TestRun(
      TestPlan plan,
      Testbed.Maker maker,
      RunSettings settings,
      BooleanSupplier stop,
      LongSupplier nanoTime) {
    this.plan = plan;
    this.maker = maker;
    this.settings = settings;
    this.stop = stop;
    this.nanoTime = nanoTime;
    plan.test().observed().forEach(operand -> observed.add(observed(operand)));
  }

  /**
   * Does all of it.
   *
   * @throws RuntimeException of the testbed, if it cannot be made, or a request failed
   */
  public RunResult run() {
    long start = nanoTime.getAsLong();
    try {
      long left = settings.iterations();
      for (long run = 0; left > 0 && !stop.getAsBoolean(); run++) {
        int size = (int) Math.min(left, settings.size());
        Widening widening = settings.widenings().get((int) (run % settings.widenings().size()));
        run(run, size, widening);
        left -= size;
      }
    } finally {
      testbeds.values().forEach(Testbed::close);
    }
    Map<Widening, SortedMap<Outcome, Long>> seen = new EnumMap<>(Widening.class);
    histograms.forEach((widening, histogram) -> seen.put(widening, histogram.outcomes()));
    return new RunResult(
        plan.test(), maker.devices(), settings, seen, abandoned, nanoTime.getAsLong() - start);
  }

  private void run(long run, int size, Widening widening) {
    Testbed testbed =
        testbeds.computeIfAbsent(
            widening.isQueueing(), isQueueing -> maker.make(plan, settings.size(), isQueueing));
    Batch batch = new Batch(plan, testbed, settings, run, size, widening, stop);
    int done = batch.run();
    Histogram histogram = histograms.computeIfAbsent(widening, _ -> new Histogram());
    long[] values = new long[observed.size()];
    for (int i = 0; i < done; i++) {
      count(batch, batch.slot(i), values, histogram);
    }
  }

  private void count(Batch batch, int slot, long[] values, Histogram histogram) {
    boolean hangs = false;
    for (int thread = 0; thread < plan.threads().size(); thread++) {
      Walker walker = batch.walker(thread);
      if (walker.hungAt(slot) >= 0) {
        if (!walker.isStuck(slot)) {
          abandoned++;
          return;
        }
        hangs = true;
      }
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = observed.get(i).value(batch, slot);
    }
    histogram.add(values, hangs);
  }

  private Observed observed(Operand operand) {
    return switch (operand) {
      case Operand.Literal(long value) -> (_, _) -> value;
      case Operand.Register(int thread, String name) -> {
        int register = plan.threads().get(thread).registers().indexOf(name);
        yield (batch, slot) -> batch.walker(thread).register(slot, register);
      }
      case Operand.Memory(String name) -> location(name);
    };
  }

  private Observed location(String name) {
    for (int node = 0; node < plan.nodes().size(); node++) {
      NodePlan nodePlan = plan.nodes().get(node);
      for (int i = 0; i < nodePlan.locations().size(); i++) {
        if (nodePlan.locations().get(i).name().equals(name)) {
          int found = node;
          Cell cell = Cell.own(i);
          return (batch, slot) -> batch.testbed().memory(found).load(batch.word(found, cell, slot));
        }
      }
    }
    throw new IllegalArgumentException(name + " is on no node");
  }
}
