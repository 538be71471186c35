// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.axiomatic.Access.Read;
import org.rdmamonitor.litmus.axiomatic.Access.Write;

/** What follows of who reads what, and of which write is the last: axioms rf, rb and mo. */
final class MemoryAxioms {
  private final Skeleton skeleton;
  private final Map<String, List<Integer>> candidates = new HashMap<>();

  /** Of a skeleton that has all its writes. */
  MemoryAxioms(Skeleton skeleton) {
    this.skeleton = skeleton;
  }

  /** All that may be read at a location: {@link ReadValues#INITIAL}, and all writes. */
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

  /** All that may be there in the end: the initial value only where nothing is written. */
  List<Integer> lasts(String location) {
    List<Integer> candidates = candidates(location);
    return candidates.size() == 1 ? candidates : candidates.subList(1, candidates.size());
  }

  /**
   * A write comes before what reads it. A thread reads what is in its store buffer before that is
   * in memory.
   */
  Edge from(int write, Read read) {
    return new Edge(start(skeleton.writes.get(write), read), read.point(), Relation.READS_FROM);
  }

  /** What has to be so if a read reads a write. */
  List<Edge> read(Read read, int chosen) {
    if (chosen != ReadValues.INITIAL) {
      return List.of(from(chosen, read));
    }
    return others(read, chosen).stream().map(write -> before(read, write)).toList();
  }

  /** Any other write comes before the one that is read, or after the read. */
  List<Choice> choices(Read read, int chosen) {
    if (chosen == ReadValues.INITIAL) {
      return List.of();
    }
    return others(read, chosen).stream()
        .map(write -> new Choice(earlier(write, chosen), before(read, write)))
        .toList();
  }

  /** What has to be so if a write is the last of its location. */
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

  /** The writes to a location that a read does not read, but for what it writes itself. */
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

  /** When a read can see a write. */
  private static int start(Write write, Read read) {
    boolean isOwn = write.thread() >= 0 && write.thread() == read.thread();
    return isOwn ? write.buffered() : write.point();
  }
}
