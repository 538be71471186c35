// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.rdmamonitor.litmus.axiomatic.Access.Read;
import org.rdmamonitor.litmus.search.Outcome;

/** Finds the outcomes of all executions of a shape that have no cycle. */
final class Solver {
  private final Relevance relevance;
  private final MemoryAxioms memory;
  private final ReadValues values;
  private final Known common;
  private final SortedSet<Outcome> outcomes;
  private final Runnable onDecision;

  /**
   * A solver for a skeleton with all its axioms.
   *
   * @param outcomes those found so far; new ones are added
   * @param onDecision is called for each thing that is tried
   */
  Solver(Skeleton skeleton, SortedSet<Outcome> outcomes, Runnable onDecision) {
    this.outcomes = outcomes;
    this.onDecision = onDecision;
    relevance = new Relevance(skeleton);
    memory = new MemoryAxioms(skeleton);
    values = new ReadValues(skeleton);
    common = Known.of(skeleton);
  }

  void solve() {
    if (common.add(List.of(), List.of()).isEmpty()) {
      decideRead(common, relevance.reads);
    }
  }

  /** Decides next the read that has the fewest writes left to read from. */
  private void decideRead(Known known, List<Read> open) {
    if (open.isEmpty()) {
      decideLast(known, 0);
      return;
    }
    Read next = open.getFirst();
    List<Integer> fewest = sources(known, next);
    for (Read read : open) {
      List<Integer> sources = sources(known, read);
      if (sources.size() < fewest.size()) {
        next = read;
        fewest = sources;
      }
    }
    List<Read> others = new ArrayList<>(open);
    others.remove(next);
    for (int write : fewest) {
      onDecision.run();
      values.setSource(next, write);
      Known more = known.copy();
      if (more.add(memory.read(next, write), memory.choices(next, write)).isEmpty()) {
        decideRead(more, others);
      }
    }
    values.openSource(next);
  }

  /** What a read may read, by what is known so far. */
  private List<Integer> sources(Known known, Read read) {
    List<Integer> sources = new ArrayList<>();
    for (int write : memory.candidates(read.location())) {
      values.setSource(read, write);
      boolean isLate =
          write != ReadValues.INITIAL && known.graph.isImpossible(memory.from(write, read));
      if (!isLate && values.areMet()) {
        sources.add(write);
      }
    }
    values.openSource(read);
    return sources;
  }

  private void decideLast(Known known, int next) {
    if (next == relevance.locations.size()) {
      if (values.areWaiting() && !outcomes.contains(values.outcome()) && isPossible(known)) {
        outcomes.add(values.outcome());
      }
      return;
    }
    String location = relevance.locations.get(next);
    for (int write : memory.lasts(location)) {
      onDecision.run();
      values.setLast(location, write);
      Known more = known.copy();
      if (more.add(memory.last(location, write), List.of()).isEmpty()) {
        decideLast(more, next + 1);
      }
    }
  }

  /** Whether the open choices can be decided without a cycle. */
  private boolean isPossible(Known known) {
    Optional<Choice> choice = known.takeChoice();
    if (choice.isEmpty()) {
      return true;
    }
    for (Edge edge : List.of(choice.get().one(), choice.get().other())) {
      onDecision.run();
      Known more = known.copy();
      if (more.add(List.of(edge), List.of()).isEmpty() && isPossible(more)) {
        return true;
      }
    }
    return false;
  }
}
