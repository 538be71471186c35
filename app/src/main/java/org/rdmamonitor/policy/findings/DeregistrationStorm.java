// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.units.Digits;

/**
 * R1: a cgroup that deregisters memory regions without end. Three conditions: the rate is measured
 * over at least a second, so that a burst between two close readings is not taken for a rate; the
 * number of its memory regions changes by at most a tenth of what it deregistered, so that a
 * program that starts or ends is no storm; and one of the two measurements before met these
 * conditions too, so that a program that starts and ends between two readings is no storm, while
 * one that pauses for a measurement is. Keeps two readings of the counts, one entry for each
 * cgroup, and which cgroups the last two measurements suspected.
 */
final class DeregistrationStorm implements Detector {
  private static final long LEAST_NANOS = 1_000_000_000;
  private static final int FLAT = 10;

  private Map<Scope, Counts> base = Map.of();
  private @Nullable Long baseNanos;
  private Set<Long> suspected = Set.of();
  private Set<Long> suspectedBefore = Set.of();

  @Override
  public FindingLimit on() {
    return FindingLimit.R1;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    long now = input.sample().nanos();
    if (baseNanos != null && now - baseNanos < LEAST_NANOS) {
      return List.of();
    }
    Map<Scope, Counts> counts = input.sample().counts();
    List<Detection> found = new ArrayList<>();
    Set<Long> suspects = new HashSet<>();
    if (baseNanos != null) {
      double seconds = (now - baseNanos) / 1e9;
      Map<Long, Counts> earlier = Snapshot.sums(Snapshot.earlier(base, counts), Scope::cgroup);
      Snapshot.sums(counts, Scope::cgroup)
          .forEach((cgroup, present) -> {
            Counts before = earlier.getOrDefault(cgroup, Counts.ZERO);
            storm(input, cgroup, before, present, seconds)
                .ifPresent(detection -> {
                  suspects.add(cgroup);
                  if (suspected.contains(cgroup) || suspectedBefore.contains(cgroup)) {
                    found.add(detection);
                  }
                });
          });
    }
    suspectedBefore = suspected;
    suspected = suspects;
    base = counts;
    baseNanos = now;
    return found;
  }

  private static long deregistered(Counts counts) {
    return counts.calls(Verb.MR_DEREG) - counts.failed(Verb.MR_DEREG);
  }

  private static Optional<Detection> storm(
      DetectorInput input, long cgroup, Counts before, Counts now, double seconds) {
    long deregistered = deregistered(now) - deregistered(before);
    double rate = deregistered / seconds;
    boolean critical = input.limits().exceeds(FindingLimit.R1_CRITICAL, rate);
    long more = now.live(ResourceType.MR) - before.live(ResourceType.MR);
    boolean flat = Math.abs(more) <= deregistered / FLAT;
    if (!flat || !(critical || input.limits().exceeds(FindingLimit.R1_WARNING, rate))) {
      return Optional.empty();
    }
    return Optional.of(
        FindingRule.R1.found(
            critical ? Severity.CRITICAL : Severity.WARNING,
            input.cgroup(cgroup),
            input.party(cgroup),
            "%d deregistrations/s over %s s while memory regions went from %d to %d"
                .formatted(
                    Math.round(rate),
                    Digits.decimal(seconds),
                    before.live(ResourceType.MR),
                    now.live(ResourceType.MR))));
  }
}
