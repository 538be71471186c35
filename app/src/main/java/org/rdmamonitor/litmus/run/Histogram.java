// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rdmamonitor.litmus.search.Outcome;

/**
 * Counts how often each outcome was seen. Tests have few outcomes, so they are searched one by one.
 */
final class Histogram {
  private final List<long[]> values = new ArrayList<>();
  private final List<Boolean> hangs = new ArrayList<>();
  private long[] counts = new long[16];

  /** Counts an outcome once more; the caller may reuse the array. */
  void add(long[] seen, boolean isHang) {
    for (int i = 0; i < values.size(); i++) {
      if (hangs.get(i) == isHang && Arrays.equals(values.get(i), seen)) {
        counts[i]++;
        return;
      }
    }
    if (values.size() == counts.length) {
      counts = Arrays.copyOf(counts, 2 * counts.length);
    }
    counts[values.size()] = 1;
    values.add(seen.clone());
    hangs.add(isHang);
  }

  SortedMap<Outcome, Long> outcomes() {
    SortedMap<Outcome, Long> outcomes = new TreeMap<>();
    for (int i = 0; i < values.size(); i++) {
      List<Long> seen = Arrays.stream(values.get(i)).boxed().toList();
      outcomes.put(new Outcome(hangs.get(i), seen), counts[i]);
    }
    return outcomes;
  }
}
