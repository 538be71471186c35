// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.SortedSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.litmus.axiomatic.AxiomaticChecker;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.Outcome;
import org.rdmamonitor.litmus.search.SearchLimits;

/**
 * Three searches and the axioms must agree on random programs under random options. {@code
 * -Dlitmus.programs=10000} sets how many programs of each kind, and {@code -Dlitmus.seed} sets the
 * first seed.
 */
class RandomProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("litmus.programs", 300);
  private static final long SEED = Long.getLong("litmus.seed", 20_261_122);
  private static final int MOST_INSTRUCTIONS = 6;
  private static final int MOST_STATES = 100_000;
  private static final int MOST_REFERENCE_STATES = 2_000;
  private static final int MOST_DECISIONS = 100_000;

  private final SearchLimits limits =
      SearchLimits.ofThisProcess().withThreads(1).withStates(MOST_STATES);

  private final AxiomaticChecker axioms = new AxiomaticChecker(MOST_DECISIONS, System::nanoTime);

  /** Which random programs are compared. */
  enum Kind {
    ALL_INSTRUCTIONS,

    /** Programs with a remote atomic. */
    REMOTE_ATOMICS;

    boolean has(LitmusTest test) {
      return this == ALL_INSTRUCTIONS || RandomPrograms.hasRemoteAtomic(test);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theReducedTheWholeAndTheSlowSearchAndTheAxiomsFindTheSameOutcomes(Kind kind)
      throws LitmusSyntaxException {
    int searched = 0;
    int tooLarge = 0;
    int compared = 0;
    int judged = 0;
    int atomics = 0;
    for (long seed = SEED; searched < PROGRAMS; seed++) {
      RandomPrograms programs = new RandomPrograms(seed);
      LitmusTest test = programs.program(MOST_INSTRUCTIONS);
      ModelOptions options = programs.options();
      if (!kind.has(test)) {
        continue;
      }
      String what = "seed " + seed + ", " + options + "\n" + LitmusWriter.text(test);

      Optional<SortedSet<Outcome>> whole = outcomes(test, options, limits.unreduced());
      if (whole.isEmpty()) {
        tooLarge++;
        continue;
      }
      searched++;
      atomics += RandomPrograms.hasRemoteAtomic(test) ? 1 : 0;
      assertThat(outcomes(test, options, limits)).as(what).isEqualTo(whole);
      Optional<SortedSet<Outcome>> slow =
          new ReferenceExplorer(test, options).outcomes(MOST_REFERENCE_STATES);
      if (slow.isPresent()) {
        assertThat(whole).as(what).isEqualTo(slow);
        compared++;
      }
      Optional<SortedSet<Outcome>> allowed = allowed(test, options);
      if (allowed.isPresent()) {
        assertThat(allowed).as(what).isEqualTo(whole);
        judged++;
      }
      assertThat(LitmusParser.parse("", LitmusWriter.text(test))).as(what).isEqualTo(test);
    }
    System.out.printf(
        "%s: %d random programs from seed %d, %d with remote atomics, searched with and without"
            + " reduction, %d of them by the slow search too, %d judged by the axioms; %d others"
            + " have too many states%n",
        kind, searched, SEED, atomics, compared, judged, tooLarge);
    assertThat(compared).isGreaterThan(PROGRAMS / 2);
    assertThat(judged).isGreaterThan(PROGRAMS * 9 / 10);
  }

  /** The outcomes by the axioms; empty if there are too many decisions. */
  private Optional<SortedSet<Outcome>> allowed(LitmusTest test, ModelOptions options) {
    try {
      return Optional.of(axioms.check(test, options).outcomes());
    } catch (LitmusLimitException tooMany) {
      return Optional.empty();
    }
  }

  /** The outcomes by a search; empty if there are too many states. */
  private static Optional<SortedSet<Outcome>> outcomes(
      LitmusTest test, ModelOptions options, SearchLimits limits) {
    try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
      return Optional.of(explorer.explore(test, options).outcomes());
    } catch (LitmusLimitException tooMany) {
      return Optional.empty();
    }
  }
}
