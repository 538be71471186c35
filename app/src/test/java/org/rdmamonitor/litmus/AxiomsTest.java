// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.litmus.axiomatic.AxiomaticChecker;
import org.rdmamonitor.litmus.axiomatic.AxiomaticResult;
import org.rdmamonitor.litmus.axiomatic.Cycle;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;

/**
 * Programs that show what one axiom says, where no sample does. Both checkers must give the right
 * verdict.
 */
class AxiomsTest {
  private static final ModelOptions NIC =
      new ModelOptions(
          ModelOptions.Flush.NIC,
          ModelOptions.RemoteReads.UNORDERED,
          ModelOptions.RemoteFence.ALL,
          ModelOptions.Profile.MODEL);

  /** Each row: what the program is about, its options, the verdict, and the program. */
  static List<Object[]> programs() {
    return List.of(
        new Object[] {
          "mfence waits for the store buffer",
          ModelOptions.DEFAULT,
          ConditionVerdict.FORBIDDEN,
          """
          { x@n1; y@n1; }
           P0@n1  | P1@n1  ;
           x := 1 | y := 1 ;
           mfence | mfence ;
           a := y | b := x ;
          exists (0:a=0 /\\ 1:b=0)
          """
        },
        new Object[] {
          "stores wait in the store buffer",
          ModelOptions.DEFAULT,
          ConditionVerdict.ALLOWED,
          """
          { x@n1; y@n1; }
           P0@n1  | P1@n1  ;
           x := 1 | y := 1 ;
           a := y | b := x ;
          exists (0:a=0 /\\ 1:b=0)
          """
        },
        new Object[] {
          "a store to an auxiliary location does not",
          ModelOptions.DEFAULT,
          ConditionVerdict.FORBIDDEN,
          """
          { u@aux; y@n1; }
           P0@n1  | P1@n1  ;
           u := 1 | y := 1 ;
           a := y | mfence ;
                  | b := u ;
          exists (0:a=0 /\\ 1:b=0)
          """
        },
        new Object[] {
          "cas waits for the store buffer",
          ModelOptions.DEFAULT,
          ConditionVerdict.FORBIDDEN,
          """
          { x@n1; y@n1; z@n1; w@n1; }
           P0@n1           | P1@n1           ;
           x := 1          | y := 1          ;
           c := cas z,0,1  | c := cas w,0,1  ;
           a := y          | b := x          ;
          exists (0:a=0 /\\ 1:b=0)
          """
        },
        new Object[] {
          "a get finds what a later atomic that passed it has written",
          ModelOptions.DEFAULT,
          ConditionVerdict.FORBIDDEN,
          """
          { x@n1; y@n1; h@n1; z@n2; w@n2; }
           P0@n1          | P1@n2  | P2@n1      ;
           get x <- z     | w := 5 | await h    ;
           rfaa y <- w, 1 | z := 1 | put w <- 7 ;
           poll n2        |        |            ;
           h := 1         |        |            ;
          exists (x=1 /\\ y=0 /\\ w=1)
          """
        },
        new Object[] {
          "with flush nic the writer may be of a later thread",
          NIC,
          ConditionVerdict.FORBIDDEN,
          """
          { y@n1 = 5; h@n1; z@n2; }
           P0@n1      | P1@n1      ;
           await h    | put z <- 1 ;
           get y <- z | poll n2    ;
           poll n2    | h := 1     ;
          exists (y=0)
          """
        },
        new Object[] {
          "with flush nic the writer may be of an earlier thread",
          NIC,
          ConditionVerdict.FORBIDDEN,
          """
          { y@n1 = 5; h@n1; z@n2; }
           P0@n1      | P1@n1      ;
           put z <- 1 | await h    ;
           poll n2    | get y <- z ;
           h := 1     | poll n2    ;
          exists (y=0)
          """
        });
  }

  @Tag("long")
  @Test
  void waysToGoAreDecisionsToo() throws LitmusSyntaxException {
    // Each of the 40 may swap or not: 2^40 shapes.
    String swaps = " rcas x <- z, 0, 1 ;\n".repeat(40);
    LitmusTest test =
        LitmusParser.parse("", "RDMA ways\n{ x@n1; z@n2; }\n P0@n1 ;\n" + swaps + "exists (z=1)");

    assertThatThrownBy(
            () -> new AxiomaticChecker(1_000, System::nanoTime).check(test, ModelOptions.DEFAULT))
        .isInstanceOf(LitmusLimitException.class)
        .hasMessageStartingWith("ways takes more than 1000 decisions");
  }

  @Test
  void theCycleIsOfNoExecutionThatOneReadAloneRulesOut() throws LitmusSyntaxException {
    // If the inline put took the later store, that would make b=0 too, but the cycle would be
    // longer, and of P0 alone.
    LitmusTest test =
        LitmusParser.parse(
            "",
            """
            RDMA cycle
            { x@n1; d@n2; f@n2; }
             P0@n1       | P1@n2  ;
             x := 1      | a := f ;
             iput d <- x | b := d ;
             put f <- 1  |        ;
             mfence      |        ;
             c := x      |        ;
             x := 0      |        ;
            exists (1:a=1 /\\ 1:b=0)
            """);

    assertThat(
            new AxiomaticChecker(Long.MAX_VALUE, System::nanoTime)
                .check(test, ModelOptions.DEFAULT)
                .cycle())
        .map(Cycle::toString)
        .contains(
            "P1.2:lR(d) -rb-> P0.2:nrW(d) -qp-> P0.3:nrW(f) -rf-> P1.1:lR(f) -po-> P1.2:lR(d)");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void bothCheckersKnow(String what, ModelOptions options, ConditionVerdict verdict, String program)
      throws LitmusSyntaxException {
    LitmusTest test = LitmusParser.parse("", "RDMA axiom\n" + program);
    AxiomaticResult axioms =
        new AxiomaticChecker(Long.MAX_VALUE, System::nanoTime).check(test, options);

    assertThat(axioms.verdict()).as(what).isEqualTo(verdict);
    assertThat(axioms.cycle().isPresent()).isEqualTo(verdict == ConditionVerdict.FORBIDDEN);
    try (Explorer explorer =
        new Explorer(SearchLimits.ofThisProcess().withThreads(1), System::nanoTime)) {
      assertThat(explorer.explore(test, options).outcomes()).isEqualTo(axioms.outcomes());
    }
  }
}
