// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Outcome;

/** A slow search, written straight from the rules, that shares no code with the fast one. */
final class ReferenceExplorer {
  private final LitmusTest test;
  private final List<ReferenceRules.Rule> rules = new ArrayList<>();
  private long states;

  ReferenceExplorer(LitmusTest test, ModelOptions options) {
    this.test = test;
    rules.addAll(new ReferenceRules(options).all());
    rules.add(new ReferenceProcessors(test));
  }

  long states() {
    return states;
  }

  /** All outcomes; empty if there are more states than this. */
  Optional<SortedSet<Outcome>> outcomes(int mostStates) {
    SortedSet<Outcome> outcomes = new TreeSet<>();
    ArrayDeque<ReferenceState> waiting = new ArrayDeque<>();
    Set<ReferenceState> seen = new HashSet<>();
    waiting.add(ReferenceState.initial(test));
    seen.add(waiting.getFirst());
    while (!waiting.isEmpty()) {
      ReferenceState state = waiting.pop();
      List<ReferenceState> next = new ArrayList<>();
      rules.forEach(rule -> rule.apply(state, next));
      if (next.isEmpty()) {
        outcomes.add(outcome(state));
      }
      for (ReferenceState after : next) {
        if (seen.add(after)) {
          waiting.push(after);
        }
      }
      if (seen.size() > mostStates) {
        return Optional.empty();
      }
    }
    states = seen.size();
    return Optional.of(outcomes);
  }

  private Outcome outcome(ReferenceState state) {
    boolean hangs =
        test.threads().stream()
            .anyMatch(thread -> state.counters.get(thread.index()) < thread.instructions().size());
    List<Long> values =
        test.observed().stream()
            .map(operand ->
                operand instanceof Operand.Register register
                    ? state.registers.get(register.thread()).getOrDefault(register.name(), 0L)
                    : state.memory.get(operand.toString()))
            .toList();
    return new Outcome(hangs, values);
  }
}
