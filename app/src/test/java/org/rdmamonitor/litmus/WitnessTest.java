// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.Machine;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.model.WitnessStep;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.Outcome;
import org.rdmamonitor.litmus.search.SearchLimits;
import org.rdmamonitor.litmus.search.Witness;
import org.rdmamonitor.litmus.search.WitnessFinder;

/** A witness is an execution of the model, and every outcome has one. */
class WitnessTest {
  private final SearchLimits limits = SearchLimits.ofThisProcess().withThreads(1);

  static List<String> samples() {
    return SamplesTest.verdicts();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void thereIsOneJustWhereTheOutcomeIsAllowed(String row)
      throws IOException, LitmusSyntaxException {
    String[] words = row.split(" ", -1);
    Path file = Path.of("../samples/litmus", words[0] + ".litmus");
    LitmusTest test = LitmusParser.parse(words[0], Files.readString(file));

    Optional<Witness> witness = WitnessFinder.find(test, ModelOptions.DEFAULT, limits);

    assertThat(witness.isPresent()).isEqualTo(words[1].charAt(0) == 'A');
    witness.ifPresent(found -> {
      assertThat(found.outcome().meets(test)).isTrue();
      assertThat(found.waiting().isEmpty()).isEqualTo(!found.outcome().hangs());
      assertValid(test, ModelOptions.DEFAULT, found);
    });
  }

  @Test
  void thereIsOneForEveryOutcomeOfRandomPrograms() {
    for (long seed = 1; seed <= 60; seed++) {
      RandomPrograms programs = new RandomPrograms(seed);
      LitmusTest test = programs.program(6);
      ModelOptions options = programs.options();
      SortedSet<Outcome> outcomes;
      try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
        outcomes = explorer.explore(test, options).outcomes();
      }
      for (Outcome outcome : outcomes) {
        Witness witness = WitnessFinder.find(test, options, limits, outcome::equals).orElseThrow();
        assertThat(witness.outcome()).as("seed %d", seed).isEqualTo(outcome);
        assertValid(test, options, witness);
      }
    }
  }

  /** A program in which only the order of steps is open. */
  @Test
  void eachStepIsToldWithWhoDoesItAndWhatIsFound() throws LitmusSyntaxException {
    assertThat(
            told(
                ModelOptions.DEFAULT,
                """
                { x@n1 = 5; y@n1; u@aux; z@n2 = 7; w@n2; f@n3; }
                 P0@n1             ;
                 u := 2            ;
                 x := 1            ;
                 mfence            ;
                 a := cas x, 1, 3  ;
                 b := u            ;
                 put f <- x        ;
                 put z <- x        ;
                 poll n2           ;
                 put w <- 4        ;
                 poll n3           ;
                 poll n2           ;
                 iput w <- b       ;
                 iput w <- x       ;
                 get y <- z        ;
                 rfence n2         ;
                 rfaa y <- z, 2    ;
                 rfence n2         ;
                 rcas y <- z, 9, 1 ;
                 await y = 5       ;
                exists (w=3)
                """))
        .containsExactlyInAnyOrder(
            "P0 1: u = 2 in memory",
            "P0 2: the store enters the store buffer",
            "P0 buffer 2: x = 1 in memory",
            "P0 3: goes on: the store buffer is empty",
            "P0 4: finds x = 1, leaves x = 3",
            "P0 5: reads u = 2",
            "P0 6: the request enters the store buffer",
            "P0 buffer 6: the request reaches the queue pair",
            "P0 NIC n1 6: reads x = 3",
            "P0 NIC n3 6: the write is accepted, to reach memory later",
            "P0 NIC n3 6: f = 3 in memory",
            "P0 NIC n1 6: completes",
            "P0 7: the request enters the store buffer",
            "P0 buffer 7: the request reaches the queue pair",
            "P0 NIC n1 7: reads x = 3",
            "P0 NIC n2 7: the write is accepted, to reach memory later",
            "P0 NIC n2 7: z = 3 in memory",
            "P0 NIC n1 7: completes",
            "P0 8: takes the completion of put z <- x",
            "P0 9: the request enters the store buffer",
            "P0 buffer 9: the request reaches the queue pair",
            "P0 NIC n1 9: the source is read",
            "P0 NIC n2 9: the write is accepted, to reach memory later",
            "P0 NIC n2 9: w = 4 in memory",
            "P0 NIC n1 9: completes",
            "P0 10: takes the completion of put f <- x",
            "P0 11: takes the completion of put w <- 4",
            "P0 12: the request enters the store buffer with 2",
            "P0 buffer 12: the request reaches the queue pair",
            "P0 NIC n2 12: the write is accepted, to reach memory later",
            "P0 NIC n2 12: w = 2 in memory",
            "P0 NIC n1 12: completes",
            "P0 13: the request enters the store buffer with 3",
            "P0 buffer 13: the request reaches the queue pair",
            "P0 NIC n2 13: the write is accepted, to reach memory later",
            "P0 NIC n2 13: w = 3 in memory",
            "P0 NIC n1 13: completes",
            "P0 14: the request enters the store buffer",
            "P0 buffer 14: the request reaches the queue pair",
            "P0 NIC n2 14: reads z = 3",
            "P0 NIC n1 14: completes",
            "P0 NIC n1 14: y = 3 in memory",
            "P0 15: the request enters the store buffer",
            "P0 buffer 15: the request reaches the queue pair",
            "P0 NIC n1 15: the fence is lifted",
            "P0 16: the request enters the store buffer",
            "P0 buffer 16: the request reaches the queue pair",
            "P0 NIC n2 16: reads z = 3, and is to write",
            "P0 NIC n2 16: z = 5 in memory",
            "P0 NIC n1 16: completes",
            "P0 NIC n1 16: y = 3 in memory",
            "P0 17: the request enters the store buffer",
            "P0 buffer 17: the request reaches the queue pair",
            "P0 NIC n1 17: the fence is lifted",
            "P0 18: the request enters the store buffer",
            "P0 buffer 18: the request reaches the queue pair",
            "P0 NIC n2 18: reads z = 5, and writes nothing",
            "P0 NIC n1 18: completes",
            "P0 NIC n1 18: y = 5 in memory",
            "P0 19: goes on, at y = 5");
  }

  @Test
  void onSoftRoceAWriteIsInMemoryWhenItIsAccepted() throws LitmusSyntaxException {
    assertThat(
            told(
                ModelOptions.RXE,
                """
                { x@n1 = 1; z@n2; }
                 P0@n1      ;
                 put z <- x ;
                exists (z=1)
                """))
        .containsExactly(
            "P0 1: the request enters the store buffer",
            "P0 buffer 1: the request reaches the queue pair",
            "P0 NIC n1 1: reads x = 1",
            "P0 NIC n2 1: z = 1 in memory",
            "P0 NIC n1 1: completes");
  }

  /** The steps of a witness: who, the row, and what happens. */
  private List<String> told(ModelOptions options, String program) throws LitmusSyntaxException {
    LitmusTest test = LitmusParser.parse("", "RDMA told\n" + program);
    return WitnessFinder.find(test, options, limits).orElseThrow().steps().stream()
        .map(step -> step.actor() + " " + step.row() + ": " + step.action())
        .toList();
  }

  /**
   * Repeats the steps: each must be among those that are possible, and in the end nothing is left
   * to do.
   */
  private static void assertValid(LitmusTest test, ModelOptions options, Witness witness) {
    Machine machine = Machine.complete(test, options);
    int[] enabled = new int[machine.events()];
    long[] state = machine.initial();
    for (WitnessStep step : witness.steps()) {
      int count = machine.enabled(state, 0, enabled);
      List<WitnessStep> possible = new ArrayList<>();
      int taken = -1;
      for (int i = 0; i < count; i++) {
        possible.add(machine.step(state, enabled[i]));
        taken = possible.getLast().equals(step) ? enabled[i] : taken;
      }
      assertThat(possible).contains(step);
      machine.apply(state, taken);
    }
    assertThat(machine.enabled(state, 0, enabled)).isZero();
    assertThat(machine.isFinal(state, 0)).isEqualTo(!witness.outcome().hangs());
  }
}
