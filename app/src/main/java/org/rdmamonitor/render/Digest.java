// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.Verdict;

/**
 * Sums up a whole run: from every sample and every reading it makes one snapshot from the first
 * sample to the last, and counts in how many readings each limit was exceeded.
 */
public final class Digest implements Report {
  private final Ledger ledger = new Ledger();
  private final Map<Rule, Long> breaches = new LinkedHashMap<>();
  private long readings;

  /** Takes in a sample. */
  public void add(Sample sample) {
    ledger.add(sample);
  }

  @Override
  public void reading(Stage stage, Snapshot snapshot, Verdict verdict) throws IOException {
    readings++;
    for (Breach breach : verdict.breaches()) {
      breaches.merge(breach.rule(), 1L, Long::sum);
    }
  }

  @Override
  public void stopped(Instant time) {
    // The user of a digest asks for what it knows.
  }

  /**
   * What is known of a run.
   *
   * @param name of the run
   * @param whole from its first sample to its last
   * @param readings how many there were
   * @param breaches in how many of them each limit was exceeded; limits that never were are left
   *     out
   */
  public record Summary(String name, Snapshot whole, long readings, Map<Rule, Long> breaches) {}

  /** Ends the run. */
  public Summary summary(String name) {
    return new Summary(name, ledger.snapshot(), readings, breaches);
  }
}
