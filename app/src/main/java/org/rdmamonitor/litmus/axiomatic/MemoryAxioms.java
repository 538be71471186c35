// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.axiomatic.Access.Read;
import org.rdmamonitor.litmus.axiomatic.Access.Write;

/**
 * What follows from who reads which write, and which write of a location is the last: axioms rf, rb
 * and mo.
 */
final class MemoryAxioms {
  private final Skeleton skeleton;
  private final Map<String, List<Integer>> candidates = new HashMap<>();

  /** Axioms for a skeleton to which all writes have been added. */
  MemoryAxioms(Skeleton skeleton) {
    this.skeleton = skeleton;
  }

  /** What a read of a location may read: {@link ReadValues#INITIAL}, or any write there. */
  List<Integer> candidates(String location) {
    return candidates.computeIfAbsent(
        location,
        place ->
            IntStream.range(ReadValues.INITIAL, skeleton.writes.size())
                .filter(write ->
                    write == ReadValues.INITIAL
                        || skeleton.writes.get(write).location().equals(place))
                .boxed()
                .toList());
  }

  /** What may be in a location at the end: any write, or the initial value if there is none. */
  List<Integer> lasts(String location) {
    List<Integer> candidates = candidates(location);
    return candidates.size() == 1 ? candidates : candidates.subList(1, candidates.size());
  }

  /**
   * A write comes before a read that reads it. A thread can read its own store from the store
   * buffer, before it is in memory.
   */
  Edge from(int write, Read read) {
    return new Edge(start(skeleton.writes.get(write), read), read.point(), Relation.READS_FROM);
  }

  /** The edges that follow if a read reads a write. */
  List<Edge> read(Read read, int chosen) {
    if (chosen != ReadValues.INITIAL) {
      return List.of(from(chosen, read));
    }
    return others(read, chosen).stream().map(write -> before(read, write)).toList();
  }

  /** Every other write to the location comes before the one that is read, or after the read. */
  List<Choice> choices(Read read, int chosen) {
    if (chosen == ReadValues.INITIAL) {
      return List.of();
    }
    return others(read, chosen).stream()
        .map(write -> new Choice(earlier(write, chosen), before(read, write)))
        .toList();
  }

  /** The edges that follow if a write is the last of its location. */
  List<Edge> last(String location, int chosen) {
    List<Edge> edges = new ArrayList<>();
    for (Write write : skeleton.writes) {
      if (chosen != ReadValues.INITIAL
          && write.location().equals(location)
          && !write.equals(skeleton.writes.get(chosen))) {
        edges.add(earlier(write, chosen));
      }
    }
    return edges;
  }

  /** The writes to a location that a read does not read, except the write of the same atomic. */
  private List<Write> others(Read read, int chosen) {
    return candidates(read.location()).stream()
        .filter(write -> write != ReadValues.INITIAL && write != chosen)
        .map(skeleton.writes::get)
        .filter(write -> write.point() != read.point())
        .toList();
  }

  private Edge earlier(Write write, int chosen) {
    return new Edge(write.point(), skeleton.writes.get(chosen).point(), Relation.MEMORY_ORDER);
  }

  private static Edge before(Read read, Write write) {
    return new Edge(read.point(), start(write, read), Relation.READS_BEFORE);
  }

  /** The point from which on a read can see a write. */
  private static int start(Write write, Read read) {
    boolean isOwn = write.thread() >= 0 && write.thread() == read.thread();
    return isOwn ? write.buffered() : write.point();
  }
}
