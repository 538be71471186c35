// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;
import org.rdmamonitor.litmus.search.SearchResult;

/**
 * Programs with an outcome that a search loses which forgets too much: what an event waits for, or
 * what a register holds.
 */
class ReductionTest {
  private final SearchLimits limits = SearchLimits.ofThisProcess().withThreads(1);

  @Test
  void anAwaitMayBeSatisfiedByEitherOfTwoThreads() throws LitmusSyntaxException {
    assertAllowed(
        """
        { h@n1; x@n1; }
         P0@n1  | P1@n1  | P2@n1        | P3@n1  ;
         h := 1 | h := 2 | await h >= 1 | x := 1 ;
                |        | a := x       |        ;
        exists (2:a=0)
        """);
  }

  @Test
  void aPutReadsWhatAnEarlierGetHasBrought() throws LitmusSyntaxException {
    assertAllowed(
        """
        { x@n1; z@n2 = 1; w@n2; }
         P0@n1      | P1@n2  ;
         get x <- z | b := w ;
         put w <- x |        ;
        exists (1:b=1)
        """);
  }

  @Test
  void anAtomicWaitsForTheAtomicThatHasTheTokenNotForAPutToTheSameNode()
      throws LitmusSyntaxException {
    assertAllowed(
        """
        { v@n2; w@n2; z@n2; t@n1; y@n1; h@n1; }
         P0@n1      | P1@n1          | P2@n1          | P3@n2  | P4@n2  | P5@n2  ;
         put v <- 1 | rfaa t <- w, 1 | await h = 1    | z := 5 | b := w | c := w ;
                    | poll n2        | rfaa y <- z, 1 | mfence |        |        ;
                    | h := 1         |                | a := v |        |        ;
        exists (y=0 /\\ 3:a=0 /\\ 4:b=0 /\\ 5:c=1)
        """);
  }

  @Test
  void whatIsWaitedForMayBeBehindMoreThanSixtyFourEvents() throws LitmusSyntaxException {
    assertAllowed(
        """
        { u@aux; h@n1; x@n1; }
         P0@n1  | P1@n1  | P2@n1       | P3@n1  | P4@n1  ;
         u := 1 | h := 1 | await h = 1 | x := 1 | b := h ;
                |        | a := x      |        |        ;
        """
            + " u := 1 | | | | ;\n".repeat(64)
            + "exists (2:a=0 /\\ 4:b=0)");
  }

  @Test
  void aRegisterIsKeptUntilItsLastUse() throws LitmusSyntaxException {
    assertAllowed(
        """
        { x@n1; y@n1; z@n1; h@n1; }
         P0@n1       | P1@n1  ;
         a := x      | x := 1 ;
         y := a      | h := 1 ;
         await h = a |        ;
         z := a      |        ;
        exists (y=1 /\\ z=1)
        """);
  }

  @Test
  void anObservedRegisterIsKeptAfterItsLastUse() throws LitmusSyntaxException {
    assertAllowed(
        """
        { x@n1; y@n1; }
         P0@n1  | P1@n1  ;
         a := x | x := 1 ;
         y := a |        ;
        exists (0:a=1 /\\ y=1)
        """);
  }

  @Test
  void aRegisterIsKeptWhenAnotherThreadsOfItsNameIsUsed() throws LitmusSyntaxException {
    assertAllowed(
        """
        { x@n1; y@n1; z@n1; g@n1; h@n1; }
         P0@n1       | P1@n1       | P2@n1  ;
         a := x      | a := x      | x := 1 ;
         g := 1      | await g = 1 |        ;
         await h = 1 | y := a      |        ;
         z := a      | h := 1      |        ;
        exists (y=1 /\\ z=1)
        """);
  }

  private void assertAllowed(String program) throws LitmusSyntaxException {
    LitmusTest test = LitmusParser.parse("", "RDMA reduction\n" + program);
    SearchResult reduced = explore(test, limits);

    assertThat(reduced.verdict()).isEqualTo(ConditionVerdict.ALLOWED);
    assertThat(explore(test, limits.unreduced()).outcomes()).isEqualTo(reduced.outcomes());
  }

  private static SearchResult explore(LitmusTest test, SearchLimits limits) {
    try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
      return explorer.explore(test, ModelOptions.DEFAULT);
    }
  }
}
