// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;

/** Compare-and-swap of processors: of two that expect the same value, one gets it. */
class LocalSwapTest {
  @ParameterizedTest
  @CsvSource({
    "0:a=0 /\\ 1:b=1 /\\ x=1, ALLOWED",
    "0:a=2 /\\ 1:b=0 /\\ x=2, ALLOWED",
    "0:a=0 /\\ 1:b=0, FORBIDDEN",
    "0:a=2 /\\ 1:b=1, FORBIDDEN",
    "x=0, FORBIDDEN",
    "0:a=0 /\\ 1:b=1 /\\ x=2, FORBIDDEN"
  })
  void oneOfTwoGetsTheValueThatBothExpect(String outcome, ConditionVerdict verdict)
      throws LitmusSyntaxException {
    String program =
        """
        RDMA swap
        { x@n1; }
         P0@n1            | P1@n1            ;
         a := cas x, 0, 1 | b := cas x, 0, 2 ;
        exists (%s)
        """
            .formatted(outcome);
    try (Explorer explorer =
        new Explorer(SearchLimits.ofThisProcess().withThreads(1), System::nanoTime)) {
      assertThat(explorer.explore(LitmusParser.parse("", program), ModelOptions.DEFAULT).verdict())
          .isEqualTo(verdict);
    }
  }
}
