// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Does the runs of a test. Closed when all are done, which frees what they had. */
public interface Runs extends AutoCloseable {
  /** Is told of each iteration, one after the other. */
  interface Sink {
    /**
     * An iteration is over.
     *
     * @param values of the outcome; the array may be used again
     */
    void add(long[] values, Ending ending);
  }

  /** Makes them. */
  interface Maker {
    /**
     * For a test.
     *
     * @param stop whether to end a run early; asked before each iteration
     */
    Runs make(TestPlan plan, RunSettings settings, BooleanSupplier stop);

    /** The names of the devices that they use. */
    List<String> devices();

    /** On this host. */
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
   * @param size iterations, up to the settings'
   * @throws RuntimeException of the testbed, if it cannot be made, or a request failed
   */
  void run(long run, int size, Widening widening, Sink sink);

  @Override
  void close();
}
