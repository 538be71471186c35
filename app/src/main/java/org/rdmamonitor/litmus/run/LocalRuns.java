// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Runs on this host alone. For one thread. */
final class LocalRuns implements Runs {
  private final TestPlan plan;
  private final Testbed.Maker maker;
  private final RunSettings settings;
  private final BooleanSupplier stop;
  private final Map<Boolean, Testbed> testbeds = new HashMap<>();

  LocalRuns(TestPlan plan, Testbed.Maker maker, RunSettings settings, BooleanSupplier stop) {
    this.plan = plan;
    this.maker = maker;
    this.settings = settings;
    this.stop = stop;
  }

  @Override
  public void run(long run, int size, Widening widening, Sink sink) {
    Testbed testbed =
        testbeds.computeIfAbsent(
            widening.isQueueing(), isQueueing -> maker.make(plan, settings.size(), isQueueing));
    Batch batch = new Batch(plan, Part.all(plan), testbed, settings, run, size, widening, stop);
    batch.initialize();
    int done = batch.run();
    Readings readings = new Readings(batch);
    long[] values = new long[plan.test().observed().size()];
    for (int i = 0; i < done; i++) {
      sink.add(values, readings.read(i, values));
    }
  }

  @Override
  public void close() {
    testbeds.values().forEach(Testbed::close);
  }
}
