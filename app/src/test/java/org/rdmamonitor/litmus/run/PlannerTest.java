// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.run.RequestPlan.Operation;

class PlannerTest {
  private static TestPlan plan(String locations, String... rows)
      throws LitmusSyntaxException, UnrunnableException {
    String program = String.join(" ;\n", rows);
    String text = "RDMA T\n{ " + locations + " }\n" + program + " ;\nexists (true)";
    return Planner.plan(LitmusParser.parse("T", text));
  }

  private static ProgramStep.Value constant(long value) {
    return new ProgramStep.Value(-1, value);
  }

  @Test
  void eachThreadHasAQueuePairToEachNodeThatItReaches() throws Exception {
    TestPlan plan =
        plan(
            "x@n1; z@n2; f@n3;",
            "P0@n1 | P1@n1 | P2@n2",
            "put z <- x | put z <- x | put x <- z",
            "put f <- x | mfence | poll n3",
            "put z <- x | | put x <- z");

    assertThat(plan.nodes().stream().map(NodePlan::name)).containsExactly("n1", "n2", "n3");
    assertThat(plan.lanes())
        .extracting(
            LanePlan::thread, LanePlan::node, LanePlan::remote, lane -> lane.requests().size())
        .containsExactly(
            tuple(0, 0, 1, 2),
            tuple(0, 0, 2, 1),
            tuple(1, 0, 1, 1),
            tuple(2, 1, 0, 2),
            tuple(2, 1, 2, 0));
    assertThat(plan.threads().get(0).lanes()).containsExactly(0, 1);
    assertThat(plan.threads().get(2).lanes()).containsExactly(3, 4);
    assertThat(plan.threads().get(0).steps())
        .containsExactly(
            new ProgramStep.Post(0, 0), new ProgramStep.Post(1, 0), new ProgramStep.Post(0, 1));
  }

  @Test
  void aRemoteFenceIsOnTheNextRequestToItsNode() throws Exception {
    TestPlan plan =
        plan(
            "x@n1; y@n1; z@n2; f@n3;",
            "P0@n1",
            "get x <- z",
            "rfence n2",
            "put f <- x",
            "put z <- x",
            "put z <- y",
            "rfence n2");

    assertThat(plan.lanes().get(0).requests().stream().map(RequestPlan::fenced))
        .containsExactly(false, true, false);
    assertThat(plan.lanes().get(1).requests().stream().map(RequestPlan::fenced))
        .containsExactly(false);
    assertThat(plan.threads().getFirst().steps()).hasSize(4);
  }

  @Test
  void requestsAreThoseOfVerbs() throws Exception {
    TestPlan plan =
        plan(
            "x@n1; y@n1; z@n2;",
            "P0@n1",
            "get y <- z",
            "rfaa x <- z, 3",
            "rcas x <- z, 4, 5",
            "put z <- 7",
            "iput z <- y");

    assertThat(plan.needsAtomics()).isTrue();
    assertThat(plan.lanes().getFirst().requests())
        .containsExactly(
            request(Operation.READ, false, Cell.own(1), 0, 0),
            request(Operation.FETCH_AND_ADD, false, Cell.own(0), 3, 0),
            request(Operation.COMPARE_AND_SWAP, false, Cell.own(0), 4, 5),
            request(Operation.WRITE, false, Cell.shared(0), 0, 0),
            request(Operation.WRITE, true, Cell.own(1), 0, 0));
    assertThat(plan.nodes().getFirst().constants()).containsExactly(7L);
  }

  private static RequestPlan request(
      Operation operation, boolean inline, Cell local, long compareOrAdd, long swap) {
    return new RequestPlan(operation, inline, false, local, Cell.own(0), compareOrAdd, swap);
  }

  @Test
  void whatAnInlinePutComputesIsPutWhereNobodyElseLooks() throws Exception {
    TestPlan plan = plan("x@n1; z@n2;", "P0@n1", "a := x", "iput z <- a+2", "iput z <- 1");

    assertThat(plan.threads().getFirst().steps())
        .containsExactly(
            new ProgramStep.Load(0, Cell.own(0)),
            new ProgramStep.Stage(Cell.own(1), new ProgramStep.Value(0, 2)),
            new ProgramStep.Post(0, 0),
            new ProgramStep.Stage(Cell.own(2), constant(1)),
            new ProgramStep.Post(0, 1));
    assertThat(plan.nodes().getFirst().own()).isEqualTo(3);
    assertThat(plan.needsAtomics()).isFalse();
  }

  @Test
  void processorsInstructionsAreSteps() throws Exception {
    TestPlan plan =
        plan(
            "x@n1; z@n2;",
            "P0@n1",
            "x := 1",
            "a := cas x, 1, 2",
            "mfence",
            "await x >= a",
            "b := x");

    assertThat(plan.threads().getFirst().steps())
        .containsExactly(
            new ProgramStep.Store(Cell.own(0), constant(1)),
            new ProgramStep.CompareAndSwap(0, Cell.own(0), constant(1), constant(2)),
            new ProgramStep.Fence(),
            new ProgramStep.Await(Cell.own(0), Comparison.AT_LEAST, new ProgramStep.Value(0, 0)),
            new ProgramStep.Load(1, Cell.own(0)));
    assertThat(plan.threads().getFirst().registers()).containsExactly("a", "b");
  }

  @Test
  void pollsKnowWhichCompletionTheyTake() throws Exception {
    TestPlan plan =
        plan("x@n1; z@n2;", "P0@n1", "put z <- x", "poll n2", "put z <- x", "poll n2 2");

    assertThat(plan.threads().getFirst().steps())
        .containsExactly(
            new ProgramStep.Post(0, 0),
            new ProgramStep.Poll(0, 1, 1),
            new ProgramStep.Post(0, 1),
            new ProgramStep.Poll(0, 2, 2),
            new ProgramStep.Poll(0, 3, 2));
  }

  @Test
  void eachInstanceHasItsOwnWords() throws Exception {
    NodePlan node = plan("x@n1; y@n1; z@n2;", "P0@n1", "put z <- 9").nodes().getFirst();

    assertThat(node.words(10)).isEqualTo(21);
    assertThat(List.of(0, 1, 9).stream().map(slot -> node.word(Cell.own(1), slot, 10)))
        .containsExactly(1, 3, 19);
    assertThat(node.word(Cell.shared(0), 5, 10)).isEqualTo(20);
  }

  @Test
  void whatIsOnNoNodeCannotBeRun() {
    assertThatThrownBy(() -> plan("x@n1; z@n2; s@aux;", "P0@n1", "put z <- x", "s := 1"))
        .isInstanceOf(UnrunnableException.class)
        .hasMessage("T cannot be run: s is on no node, and no processor could write it at once");
  }
}
