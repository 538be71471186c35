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
