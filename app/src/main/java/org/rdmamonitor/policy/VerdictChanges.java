// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What differs between a verdict and the one before. Not safe for use by several threads. */
public final class VerdictChanges {
  private Map<Limited, CgroupBreach> breaches = Map.of();
  private Map<Found, Finding> findings = Map.of();

  /** A limit, of a cgroup, or of the host if the cgroup is empty. */
  private record Limited(String cgroup, String rule) {}

  /** A finding; it stays the same as long as it does not fade in between. */
  private record Found(String rule, String subject, Instant first) {}

  /**
   * What has changed, each list in the order of the verdicts.
   *
   * @param begun breaches that are new; those of the host have no cgroup
   * @param ended breaches that no longer exist, as they were last
   * @param found findings that are new
   * @param worse findings that are more severe than before
   * @param faded findings that no longer exist, as they were last
   */
  public record Changes(
      List<CgroupBreach> begun,
      List<CgroupBreach> ended,
      List<Finding> found,
      List<Finding> worse,
      List<Finding> faded) {}

  /** Compares the next verdict with the one before; before the first one there was nothing. */
  public Changes follow(Verdict verdict) {
    List<CgroupBreach> all = new ArrayList<>();
    verdict.breaches().forEach(breach -> all.add(new CgroupBreach("", breach)));
    all.addAll(verdict.cgroupBreaches());
    Map<Limited, CgroupBreach> breachesNow =
        byKey(all, one -> new Limited(one.cgroup(), one.breach().rule().name()));
    Map<Found, Finding> findingsNow =
        byKey(
            verdict.findings(),
            finding -> new Found(finding.rule(), finding.subject(), finding.first()));
    Map<Found, Finding> findingsBefore = findings;
    Changes changes =
        new Changes(
            without(breachesNow, breaches),
            without(breaches, breachesNow),
            without(findingsNow, findingsBefore),
            findingsNow.entrySet().stream()
                .filter(entry -> isWorse(entry.getValue(), findingsBefore, entry.getKey()))
                .map(Map.Entry::getValue)
                .toList(),
            without(findingsBefore, findingsNow));
    breaches = breachesNow;
    findings = findingsNow;
    return changes;
  }

  private static boolean isWorse(Finding now, Map<Found, Finding> before, Found key) {
    Finding then = before.getOrDefault(key, now);
    return now.severity().compareTo(then.severity()) > 0;
  }

  private static <K, V> Map<K, V> byKey(List<V> all, Function<V, K> key) {
    Map<K, V> result = new LinkedHashMap<>();
    all.forEach(one -> result.put(key.apply(one), one));
    return result;
  }

  private static <K, V> List<V> without(Map<K, V> all, Map<K, V> others) {
    return all.entrySet().stream()
        .filter(entry -> !others.containsKey(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }
}
