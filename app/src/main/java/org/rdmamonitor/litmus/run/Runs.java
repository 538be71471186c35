// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Does the runs of a test. Close it when all are done, to free what they used. */
public interface Runs extends AutoCloseable {
  /** Receives the result of each iteration, one after the other. */
  interface Sink {
    /**
     * An iteration is over.
     *
     * @param values of the outcome; the array may be used again
     */
    void add(long[] values, Ending ending);
  }

  /** Makes the runs of tests. */
  interface Maker {
    /**
     * Makes the runs of a test.
     *
     * @param stop whether to end a run early; asked before each iteration
     */
    Runs make(TestPlan plan, RunSettings settings, BooleanSupplier stop);

    /** The names of the devices that runs use. */
    List<String> devices();

    /** A maker of runs on this host alone. */
    static Maker of(Testbed.Maker testbeds) {
      return new Maker() {
        @Override
        public Runs make(TestPlan plan, RunSettings settings, BooleanSupplier stop) {
          return new LocalRuns(plan, testbeds, settings, stop);
        }

        @Override
        public List<String> devices() {
          return testbeds.devices();
        }
      };
    }
  }

  /**
   * Does one run.
   *
   * @param run its number, from 0
   * @param size iterations, at most as many as the settings have
   * @throws RuntimeException of the testbed, if it cannot be made, or a request failed
   */
  void run(long run, int size, Widening widening, Sink sink);

  @Override
  void close();
}
