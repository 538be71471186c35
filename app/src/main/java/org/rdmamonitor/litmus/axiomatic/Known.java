// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An execution as far as it is decided: which points come before which, and the choices that are
 * still open.
 */
final class Known {
  final Graph graph;
  private final List<Choice> choices;

  private Known(Graph graph, List<Choice> choices) {
    this.graph = graph;
    this.choices = choices;
  }

  /** What a skeleton's executions have in common. */
  static Known of(Skeleton skeleton) {
    Graph graph = new Graph(skeleton.points.size());
    for (Edge edge : skeleton.edges) {
      if (graph.isImpossible(edge)) {
        throw new IllegalStateException("the order of a program has a cycle: " + edge);
      }
      graph.add(edge);
    }
    return new Known(graph, new ArrayList<>(skeleton.choices));
  }

  Known copy() {
    return new Known(graph.copy(), new ArrayList<>(choices));
  }

  /** Adds edges and choices; gives an edge that would close a cycle, if there is one. */
  Optional<Edge> add(List<Edge> edges, List<Choice> more) {
    for (Edge edge : edges) {
      if (graph.isImpossible(edge)) {
        return Optional.of(edge);
      }
      graph.add(edge);
    }
    choices.addAll(more);
    return settle();
  }

  /** Takes away a choice of which both edges are still possible, if there is one. */
  Optional<Choice> takeChoice() {
    return choices.isEmpty() ? Optional.empty() : Optional.of(choices.removeLast());
  }

  /**
   * Adds the edge of each choice of which only one is still possible; gives one that would close a
   * cycle, if there is one.
   */
  private Optional<Edge> settle() {
    boolean changes = true;
    while (changes) {
      changes = false;
      for (int i = choices.size() - 1; i >= 0; i--) {
        Edge one = choices.get(i).one();
        Edge other = choices.get(i).other();
        if (!isThere(one) && !isThere(other)) {
          boolean isOneOut = graph.isImpossible(one);
          if (!isOneOut && !graph.isImpossible(other)) {
            continue;
          }
          Edge left = isOneOut ? other : one;
          if (graph.isImpossible(left)) {
            return Optional.of(left);
          }
          graph.add(left);
          changes = true;
        }
        choices.set(i, choices.getLast());
        choices.removeLast();
      }
    }
    return Optional.empty();
  }

  private boolean isThere(Edge edge) {
    return graph.isBefore(edge.from(), edge.to());
  }
}
