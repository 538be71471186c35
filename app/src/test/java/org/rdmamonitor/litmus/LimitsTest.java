// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.litmus.barrier.BarrierClaim;
import org.rdmamonitor.litmus.barrier.BarrierVariant;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;
import org.rdmamonitor.litmus.search.SearchResult;

class LimitsTest {
  private static final LitmusTest THREE_MEMBERS = BarrierClaim.P2.test(BarrierVariant.NAIVE, 3, 1);

  private final SearchLimits whole = SearchLimits.ofThisProcess().unreduced();

  @Tag("long")
  @Test
  void theNumberOfThreadsMakesNoDifference() {
    SearchResult one = explore(whole.withThreads(1));
    SearchResult three = explore(whole.withThreads(3));

    assertThat(one.states()).isEqualTo(347_747).isEqualTo(three.states());
    assertThat(one.steps()).isEqualTo(three.steps());
    assertThat(one.outcomes()).isEqualTo(three.outcomes());
  }

  @Test
  void theReductionLeavesLittle() {
    assertThat(explore(SearchLimits.ofThisProcess()).states()).isLessThan(33_000);
  }

  @Test
  void tooManyStates() {
    assertThatThrownBy(() -> explore(whole.withStates(1_000)))
        .isInstanceOf(LitmusLimitException.class)
        .hasMessage(
            "P2-naive-3x1 has more than 1000 states; raise --max-states, or take away"
                + " instructions");
  }

  @Test
  void tooMuchMemory() {
    assertThatThrownBy(() -> explore(whole.withBytes(100_000)))
        .isInstanceOf(LitmusLimitException.class)
        .hasMessageMatching("P2-naive-3x1: \\d+ states so far need more than 0 MiB; .*");
  }

  @Test
  void tooManyGets() throws LitmusSyntaxException {
    LitmusTest test =
        LitmusParser.parse(
            "",
            "RDMA gets\n{ x@n1; z@n2; }\n P0@n1 ;\n"
                + " get x <- z ;\n".repeat(61)
                + "exists (x=1)");

    assertThatThrownBy(() -> explore(test, SearchLimits.ofThisProcess()))
        .isInstanceOf(LitmusLimitException.class)
        .hasMessage(
            "gets: P0 has more than 60 gets from n2; take some away, or check it with"
                + " --axiomatic");
  }

  @Test
  void tooManyValues() throws LitmusSyntaxException {
    // Any of 17 additions may have been done, in any order: 2^17 sums.
    LitmusTest test =
        LitmusParser.parse(
            "",
            "RDMA values\n{ x@n1; z@n2; }\n"
                + row(17, thread -> "P" + thread + "@n1")
                + row(17, thread -> "rfaa x <- z, " + (1 << thread))
                + "exists (z=1)");

    assertThatThrownBy(() -> explore(test, SearchLimits.ofThisProcess()))
        .isInstanceOf(LitmusLimitException.class)
        .hasMessage("values: more than 65536 values may be in z; take instructions away");
  }

  private static String row(int threads, IntFunction<String> cell) {
    return IntStream.range(0, threads)
        .mapToObj(cell)
        .collect(Collectors.joining(" | ", "", " ;\n"));
  }

  private static SearchResult explore(SearchLimits limits) {
    return explore(THREE_MEMBERS, limits);
  }

  private static SearchResult explore(LitmusTest test, SearchLimits limits) {
    try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
      return explorer.explore(test, ModelOptions.DEFAULT);
    }
  }
}
