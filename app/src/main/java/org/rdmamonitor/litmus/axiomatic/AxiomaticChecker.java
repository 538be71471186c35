// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Outcome;

/** Finds every outcome of a test by the axioms. */
public final class AxiomaticChecker {
  private final long mostDecisions;
  private final LongSupplier nanoTime;
  private long decisions;

  /**
   * A checker that may be used any number of times.
   *
   * @param mostDecisions how many things may be tried for a test, from 1
   * @param nanoTime as {@link System#nanoTime}
   */
  public AxiomaticChecker(long mostDecisions, LongSupplier nanoTime) {
    this.mostDecisions = mostDecisions;
    this.nanoTime = nanoTime;
  }

  /**
   * Goes through all executions.
   *
   * @throws LitmusLimitException if the limit is reached before
   */
  public AxiomaticResult check(LitmusTest test, ModelOptions options) {
    long start = nanoTime.getAsLong();
    decisions = 0;
    TreeSet<Outcome> outcomes = new TreeSet<>();
    for (Shape shape : Shape.of(test)) {
      Skeleton skeleton = new Skeleton(test, shape, options.isRxe());
      new NetworkAxioms(skeleton, options).add();
      new Solver(skeleton, outcomes, () -> count(test)).solve();
    }
    return new AxiomaticResult(test, options, outcomes, decisions, nanoTime.getAsLong() - start);
  }

  private void count(LitmusTest test) {
    decisions++;
    if (decisions > mostDecisions) {
      throw new LitmusLimitException(
          "%s: more than %d decisions; --max-states raises the limit"
              .formatted(test.name(), mostDecisions));
    }
  }
}
