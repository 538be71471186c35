// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.rdmamonitor.litmus.axiomatic.Access.Read;
import org.rdmamonitor.litmus.axiomatic.Cycle.Step;
import org.rdmamonitor.litmus.search.Outcome;

/**
 * Finds why an outcome is forbidden: every execution whose values would give this outcome has a
 * cycle.
 */
final class CycleFinder {
  /** How many executions are looked at at most: one is shown, and few people read on. */
  private static final int MOST_EXECUTIONS = 100;

  /** How many ways of reading are tried at most: if so many lead to no execution, none is shown. */
  private static final long MOST_TRIES = 200_000;

  private final Predicate<Outcome> wanted;
  private final boolean skipsSimple;
  private final long mostTries;
  private Optional<Cycle> best = Optional.empty();
  private int executions;
  private long tries;

  /**
   * A finder for outcomes.
   *
   * @param skipsSimple whether to pass over executions in which a single read already makes a cycle
   *     with what all executions have in common: that a thread overlooks its own store, say, tells
   *     little
   * @param most how many things may be tried, from 1; the finder's own limit applies where it is
   *     lower
   */
  CycleFinder(Predicate<Outcome> wanted, boolean skipsSimple, long most) {
    this.wanted = wanted;
    this.skipsSimple = skipsSimple;
    mostTries = Math.min(most, MOST_TRIES);
  }

  /** Whether to go on: it has looked at fewer executions and made fewer tries than it may. */
  boolean looksOn() {
    return executions < MOST_EXECUTIONS && tries < mostTries;
  }

  /** Whether it has used up its tries and found nothing, so that there may still be a cycle. */
  boolean hasGivenUp() {
    return best.isEmpty() && tries >= mostTries;
  }

  /** Looks at the executions of a shape. */
  void look(Skeleton skeleton) {
    new Search(skeleton).decideRead(0);
  }

  /**
   * Of the shortest cycles of all executions the longest, which tells most; empty if no execution
   * was found.
   */
  Optional<Cycle> best() {
    return best;
  }

  /** Enumerates the executions of a shape by who reads what, in whatever order their events are. */
  private final class Search {
    private final Skeleton skeleton;
    private final Relevance relevance;
    private final MemoryAxioms memory;
    private final ReadValues values;
    private final Known common;

    /** By read of {@link #relevance}: what it may read. */
    private final List<List<Integer>> sources;

    Search(Skeleton skeleton) {
      this.skeleton = skeleton;
      relevance = new Relevance(skeleton);
      memory = new MemoryAxioms(skeleton);
      values = new ReadValues(skeleton);
      common = Known.of(skeleton);
      common.add(List.of(), List.of());
      sources = relevance.reads.stream().map(this::sources).toList();
    }

    private List<Integer> sources(Read read) {
      return memory.candidates(read.location()).stream()
          .filter(write -> !skipsSimple || isPossible(read, write))
          .toList();
    }

    private boolean isPossible(Read read, int write) {
      return common.copy().add(memory.read(read, write), memory.choices(read, write)).isEmpty();
    }

    void decideRead(int next) {
      if (next == relevance.reads.size()) {
        if (values.areGrounded(relevance.reads)) {
          decideLast(0);
        }
        return;
      }
      Read read = relevance.reads.get(next);
      for (int write : sources.get(next)) {
        values.setSource(read, write);
        if (isWorthwhile() && values.areMet()) {
          decideRead(next + 1);
        }
      }
      values.openSource(read);
    }

    private void decideLast(int next) {
      if (next == relevance.locations.size()) {
        if (values.areWaiting() && wanted.test(values.outcome())) {
          executions++;
          cycle().ifPresent(this::offer);
        }
        return;
      }
      String location = relevance.locations.get(next);
      for (int write : memory.lasts(location)) {
        values.setLast(location, write);
        if (isWorthwhile()) {
          decideLast(next + 1);
        }
      }
    }

    private boolean isWorthwhile() {
      tries++;
      return looksOn();
    }

    /**
     * The shortest cycle that one of the edges decided on closes; or one that the choices close.
     */
    private Optional<List<Edge>> cycle() {
      List<Edge> edges = new ArrayList<>();
      List<Choice> choices = new ArrayList<>();
      for (Read read : relevance.reads) {
        edges.addAll(memory.read(read, values.source(read)));
        choices.addAll(memory.choices(read, values.source(read)));
      }
      for (String location : relevance.locations) {
        edges.addAll(memory.last(location, values.last(location)));
      }
      Known known = common.copy();
      Optional<List<Edge>> shortest = Optional.empty();
      for (Edge edge : edges) {
        Optional<Edge> closing = known.add(List.of(edge), List.of());
        shortest = shorter(shortest, closing.map(known.graph::cycle));
      }
      return shortest.isPresent() ? shortest : cycle(known, known.add(List.of(), choices));
    }

    /** Decides the choices that are left one way each, until an edge closes a cycle. */
    private Optional<List<Edge>> cycle(Known known, Optional<Edge> closing) {
      if (closing.isPresent()) {
        return Optional.of(known.graph.cycle(closing.get()));
      }
      Optional<Choice> choice = known.takeChoice();
      return choice.isEmpty()
          ? Optional.empty()
          : cycle(known, known.add(List.of(choice.get().one()), List.of()));
    }

    private Optional<List<Edge>> shorter(Optional<List<Edge>> one, Optional<List<Edge>> other) {
      boolean isOther =
          one.isEmpty() || (other.isPresent() && other.get().size() < one.get().size());
      return isOther ? other : one;
    }

    private void offer(List<Edge> cycle) {
      if (best.isEmpty() || cycle.size() > best.get().steps().size()) {
        best =
            Optional.of(
                new Cycle(
                    cycle.stream()
                        .map(edge ->
                            new Step(skeleton.points.get(edge.from()).toString(), edge.relation()))
                        .toList()));
      }
    }
  }
}
