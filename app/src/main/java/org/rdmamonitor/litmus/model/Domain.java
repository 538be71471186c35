// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/** All values that a test may come across, numbered in ascending order. */
final class Domain {
  private final long[] values;

  Domain(Plan plan, Events events, Values analysis) {
    Set<Long> all = new TreeSet<>(Set.of(0L));
    plan.test.locations().forEach(location -> all.add(location.value()));
    for (Event event : events.all()) {
      Registers.expressions(plan.code(event.thread()).get(event.instruction()))
          .forEach(expression ->
              all.addAll(analysis.values(expression, event.thread(), event.instruction())));
      all.addAll(analysis.read(event.id()));
      all.addAll(analysis.written(event.id()));
    }
    values = all.stream().mapToLong(Long::longValue).toArray();
  }

  int size() {
    return values.length;
  }

  long value(int number) {
    return values[number];
  }

  int number(long value) {
    int number = Arrays.binarySearch(values, value);
    if (number < 0) {
      throw new IllegalStateException(value + " was not foreseen");
    }
    return number;
  }

  /** The number of a set's only value; -1 if it has none, or more than one. */
  int only(Set<Long> set) {
    return set.size() == 1 ? number(set.iterator().next()) : -1;
  }
}
