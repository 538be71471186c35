// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.search.Outcome;

/**
 * What was seen of a test.
 *
 * @param devices that it ran on
 * @param seen how often each outcome was seen, by widening
 * @param abandoned how many iterations do not count because a thread gave up too early
 * @param nanos how long it took
 */
public record RunResult(
    LitmusTest test,
    List<String> devices,
    RunSettings settings,
    Map<Widening, SortedMap<Outcome, Long>> seen,
    long abandoned,
    long nanos) {
  /** How often each outcome was seen. */
  public SortedMap<Outcome, Long> outcomes() {
    SortedMap<Outcome, Long> all = new TreeMap<>();
    seen.values()
        .forEach(part -> part.forEach((outcome, count) -> all.merge(outcome, count, Long::sum)));
    return all;
  }

  /** How many iterations count. */
  public long iterations() {
    return total(outcomes());
  }

  /** How often an outcome was seen that counts for the condition and meets it. */
  public long positive() {
    return positive(outcomes());
  }

  /** How often an outcome was seen that counts for the condition and does not meet it. */
  public long negative() {
    SortedMap<Outcome, Long> counted = new TreeMap<>(outcomes());
    counted.keySet().removeIf(outcome -> !outcome.isCounted(test));
    return total(counted) - positive();
  }

  /** How many iterations had this widening. */
  public long iterations(Widening widening) {
    return total(seen.getOrDefault(widening, new TreeMap<>()));
  }

  /** How often, with this widening, an outcome was seen that meets the condition. */
  public long positive(Widening widening) {
    return positive(seen.getOrDefault(widening, new TreeMap<>()));
  }

  /** Whether the condition holds as its quantifier says. */
  public boolean isValid() {
    return test.quantifier().isValid(positive(), negative());
  }

  /** The outcomes that were seen and that a model does not allow. */
  public SortedMap<Outcome, Long> outside(SortedSet<Outcome> allowed) {
    SortedMap<Outcome, Long> outside = outcomes();
    outside.keySet().removeAll(allowed);
    return outside;
  }

  /** Iterations a second. */
  public double rate() {
    return iterations() / Math.max(1e-9, nanos / 1e9);
  }

  private long positive(SortedMap<Outcome, Long> outcomes) {
    SortedMap<Outcome, Long> positive = new TreeMap<>(outcomes);
    positive.keySet().removeIf(outcome -> !outcome.meets(test));
    return total(positive);
  }

  private static long total(SortedMap<Outcome, Long> outcomes) {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }
}
