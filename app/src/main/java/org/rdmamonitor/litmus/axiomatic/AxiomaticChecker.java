// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Quantifier;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Outcome;

/** Finds every outcome of a test by the axioms. */
public final class AxiomaticChecker {
  /**
   * A larger test would take too long: the order of instructions is worked out pair by pair, before
   * anything is tried.
   */
  private static final int MOST_INSTRUCTIONS = 256;

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
   * @throws LitmusLimitException if the limit is reached before, or the test has more than 256
   *     instructions
   */
  public AxiomaticResult check(LitmusTest test, ModelOptions options) {
    long start = nanoTime.getAsLong();
    int instructions =
        test.threads().stream().mapToInt(thread -> thread.instructions().size()).sum();
    if (instructions > MOST_INSTRUCTIONS) {
      throw new LitmusLimitException(
          "%s: %d instructions are too many for --axiomatic, which takes %d; take some away"
              .formatted(test.name(), instructions, MOST_INSTRUCTIONS));
    }
    decisions = 0;
    TreeSet<Outcome> outcomes = new TreeSet<>();
    Shape.each(
        test,
        shape -> {
          count(test);
          new Solver(skeleton(test, shape, options), outcomes, () -> count(test)).solve();
        });
    Why why = why(test, options, outcomes);
    return new AxiomaticResult(
        test,
        options,
        outcomes,
        decisions,
        why.cycle(),
        why.isCutShort(),
        nanoTime.getAsLong() - start);
  }

  /** A cycle; or none, with whether that is only because the finder gave up. */
  private record Why(Optional<Cycle> cycle, boolean isCutShort) {
    static final Why ALLOWED = new Why(Optional.empty(), false);
  }

  private static Skeleton skeleton(LitmusTest test, Shape shape, ModelOptions options) {
    Skeleton skeleton = new Skeleton(test, shape);
    new NetworkAxioms(skeleton, options).add();
    return skeleton;
  }

  /** Why no outcome meets the condition (with forall: fails to meet it), if none does. */
  private Why why(LitmusTest test, ModelOptions options, Set<Outcome> outcomes) {
    boolean isMet = test.quantifier() != Quantifier.FOR_ALL;
    Predicate<Outcome> wanted = outcome -> outcome.isCounted(test) && outcome.meets(test) == isMet;
    if (outcomes.stream().anyMatch(wanted)) {
      return Why.ALLOWED;
    }
    Why telling = why(test, options, new CycleFinder(wanted, true, mostDecisions));
    return telling.cycle().isPresent()
        ? telling
        : why(test, options, new CycleFinder(wanted, false, mostDecisions));
  }

  private static Why why(LitmusTest test, ModelOptions options, CycleFinder finder) {
    boolean countsHangs = test.condition().asksForHang();
    Shape.each(
        test,
        shape -> {
          if (finder.looksOn() && (countsHangs || !shape.hangs(test))) {
            finder.look(skeleton(test, shape, options));
          }
        });
    return new Why(finder.best(), finder.hasGivenUp());
  }

  private void count(LitmusTest test) {
    decisions++;
    if (decisions > mostDecisions) {
      throw new LitmusLimitException(
          "%s takes more than %d decisions; raise --max-states, or take away instructions"
              .formatted(test.name(), mostDecisions));
    }
  }
}
