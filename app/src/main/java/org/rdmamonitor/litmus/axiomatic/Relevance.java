// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.rdmamonitor.litmus.axiomatic.Access.Read;
import org.rdmamonitor.litmus.language.Operand;

/**
 * The reads that the outcome depends on, and the locations whose last write it depends on. All
 * other reads may be left undecided: whatever they read, they constrain nothing.
 */
final class Relevance {
  /** In the order in which to decide them: first those that decide which way the execution goes. */
  final List<Read> reads;

  final List<String> locations;

  Relevance(Skeleton skeleton) {
    Set<Integer> found = new LinkedHashSet<>();
    Set<String> last = new TreeSet<>();
    List<Integer> open = new ArrayList<>();
    for (Demand demand : skeleton.demands) {
      open.add(demand.left().read());
      open.add(demand.right().read());
    }
    for (Skeleton.Wait wait : skeleton.waits) {
      last.add(wait.location());
      open.add(wait.value().read());
    }
    for (Operand operand : skeleton.test.observed()) {
      switch (operand) {
        case Operand.Register register -> open.add(skeleton.register(register).read());
        case Operand.Memory(String location) -> last.add(location);
        case Operand.Literal _ -> {
          // depends on nothing
        }
      }
    }
    last.forEach(location -> addWriters(skeleton, location, open));
    for (int next = 0; next < open.size(); next++) {
      int read = open.get(next);
      if (read >= 0 && found.add(read)) {
        addWriters(skeleton, skeleton.reads.get(read).location(), open);
      }
    }
    reads = found.stream().map(skeleton.reads::get).sorted(order(skeleton)).toList();
    locations = List.copyOf(last);
  }

  private static void addWriters(Skeleton skeleton, String location, List<Integer> open) {
    skeleton.writes.stream()
        .filter(write -> write.location().equals(location))
        .forEach(write -> open.add(write.value().read()));
  }

  /** First the reads that demands compare. */
  private static Comparator<Read> order(Skeleton skeleton) {
    return Comparator.comparing(
        read -> skeleton.demands.stream().noneMatch(demand -> demand.left().read() == read.id()));
  }
}
