// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The points of an execution, which of them come before which, and all that follows from that; it
 * never has a cycle.
 */
final class Graph {
  private final int points;
  private final int words;

  /** A row of bits for each point: all that come after it. */
  private final long[] after;

  /** All edges that were added; copies share what they have in common. */
  private @Nullable Link edges;

  private record Link(Edge edge, @Nullable Link next) {}

  Graph(int points) {
    this.points = points;
    words = (points + Long.SIZE - 1) / Long.SIZE;
    after = new long[points * words];
  }

  private Graph(Graph other) {
    points = other.points;
    words = other.words;
    after = other.after.clone();
    edges = other.edges;
  }

  Graph copy() {
    return new Graph(this);
  }

  /** Whether one point is before another in every execution with these edges. */
  boolean isBefore(int from, int to) {
    return (after[from * words + to / Long.SIZE] & 1L << to % Long.SIZE) != 0;
  }

  /** Whether an edge would close a cycle. */
  boolean isImpossible(Edge edge) {
    return edge.from() == edge.to() || isBefore(edge.to(), edge.from());
  }

  /** Adds an edge, which closes no cycle. */
  void add(Edge edge) {
    edges = new Link(edge, edges);
    if (isBefore(edge.from(), edge.to())) {
      return;
    }
    for (int point = 0; point < points; point++) {
      if (point == edge.from() || isBefore(point, edge.from())) {
        int row = point * words;
        for (int w = 0; w < words; w++) {
          after[row + w] |= after[edge.to() * words + w];
        }
        after[row + edge.to() / Long.SIZE] |= 1L << edge.to() % Long.SIZE;
      }
    }
  }

  /** The shortest cycle that an impossible edge closes; that edge is its first. */
  List<Edge> cycle(Edge closing) {
    Map<Integer, List<Edge>> leaving = edgesBetween(closing.to(), closing.from());
    Map<Integer, Edge> arrivals = new HashMap<>();
    ArrayDeque<Integer> waiting = new ArrayDeque<>(List.of(closing.to()));
    while (!waiting.isEmpty() && !arrivals.containsKey(closing.from())) {
      for (Edge edge : leaving.getOrDefault(waiting.removeFirst(), List.of())) {
        if (arrivals.putIfAbsent(edge.to(), edge) == null) {
          waiting.addLast(edge.to());
        }
      }
    }
    List<Edge> back = new ArrayList<>();
    int point = closing.from();
    while (point != closing.to() && arrivals.containsKey(point)) {
      Edge edge = arrivals.get(point);
      back.add(edge);
      point = edge.from();
    }
    back.add(closing);
    return back.reversed();
  }

  /** The edges on all paths from one point to another, by the point where they begin. */
  private Map<Integer, List<Edge>> edgesBetween(int first, int last) {
    Map<Integer, List<Edge>> leaving = new HashMap<>();
    for (Link link = edges; link != null; link = link.next) {
      Edge edge = link.edge;
      if ((edge.from() == first || isBefore(first, edge.from()))
          && (edge.to() == last || isBefore(edge.to(), last))) {
        leaving.computeIfAbsent(edge.from(), _ -> new ArrayList<>()).add(edge);
      }
    }
    return leaving;
  }
}
