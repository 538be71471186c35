// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;

/**
 * What the rules have seen. Everything seen of the same kind between the same two ends, by the same
 * rule and with the same severity, makes one finding.
 */
final class Sightings {
  /** How many findings of one rule are kept; nobody reads more. */
  private static final int MOST = 200;

  private record Key(JoinRule rule, Severity severity, String subject, String kind) {}

  private static final class Seen {
    private final String evidence;
    private Instant first;
    private Instant last;
    private long count;

    Seen(String evidence, Instant time) {
      this.evidence = evidence;
      this.first = time;
      this.last = time;
    }
  }

  private final Map<Key, Seen> seen = new LinkedHashMap<>();
  private final Map<JoinRule, Integer> findings = new LinkedHashMap<>();
  private long leftOut;

  /**
   * Adds a sighting.
   *
   * @param subject the two ends that it is about
   * @param kind what distinguishes it from others of the same rule
   * @param evidence a sentence; of one subject and kind the first one is reported
   * @param time by the clock of the reference
   */
  void add(
      JoinRule rule,
      Severity severity,
      String subject,
      String kind,
      String evidence,
      Instant time) {
    Key key = new Key(rule, severity, subject, kind);
    Seen there = seen.get(key);
    if (there == null) {
      if (findings.merge(rule, 1, Integer::sum) > MOST) {
        leftOut++;
        return;
      }
      there = new Seen(evidence, time);
      seen.put(key, there);
    }
    there.count++;
    there.first = time.isBefore(there.first) ? time : there.first;
    there.last = time.isAfter(there.last) ? time : there.last;
  }

  /** All findings, the most severe first, then by rule. */
  List<Finding> findings() {
    List<Finding> found = new ArrayList<>();
    seen.forEach((key, of) ->
        found.add(
            new Finding(
                new Detection(
                    key.rule.name(),
                    key.severity,
                    key.rule.title(),
                    key.subject,
                    Optional.empty(),
                    of.evidence
                        + (of.count > 1 ? "; and %d more like it".formatted(of.count - 1) : ""),
                    key.rule.words().advice()),
                of.first,
                of.last,
                of.count)));
    found.sort(
        Comparator.comparing(Finding::severity)
            .reversed()
            .thenComparing(Finding::rule)
            .thenComparing(Finding::first));
    return found;
  }

  /** How many sightings were dropped for lack of room. */
  long leftOut() {
    return leftOut;
  }
}
