// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.rdmamonitor.litmus.barrier.BarrierClaim;
import org.rdmamonitor.litmus.barrier.BarrierVariant;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;
import org.rdmamonitor.litmus.search.SearchResult;

class LimitsTest {
  private static final LitmusTest THREE_MEMBERS = BarrierClaim.P2.test(BarrierVariant.NAIVE, 3, 1);

  private final SearchLimits whole = SearchLimits.ofThisProcess().unreduced();

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

  private static SearchResult explore(SearchLimits limits) {
    try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
      return explorer.explore(THREE_MEMBERS, ModelOptions.DEFAULT);
    }
  }
}
