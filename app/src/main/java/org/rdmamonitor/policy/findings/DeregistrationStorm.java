// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
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
      changes(counts)
          .forEach((cgroup, change) ->
              storm(input, cgroup, change, seconds)
                  .ifPresent(detection -> {
                    suspects.add(cgroup);
                    if (suspected.contains(cgroup) || suspectedBefore.contains(cgroup)) {
                      found.add(detection);
                    }
                  }));
    }
    suspectedBefore = suspected;
    suspected = suspects;
    base = counts;
    baseNanos = now;
    return found;
  }

  /** What a cgroup did to its memory regions between two readings. */
  private static final class Change {
    private long deregistered;
    private long before;
    private long now;

    void add(Counts earlier, Counts present) {
      deregistered += deregistered(present) - deregistered(earlier);
      before += earlier.live(ResourceType.MR);
      now += present.live(ResourceType.MR);
    }

    private static long deregistered(Counts counts) {
      return counts.calls(Verb.MR_DEREG) - counts.failed(Verb.MR_DEREG);
    }
  }

  /** By cgroup, since the reading that is kept. */
  private Map<Long, Change> changes(Map<Scope, Counts> counts) {
    Map<Scope, Counts> earlier = Snapshot.earlier(base, counts);
    Map<Long, Change> changes = new HashMap<>();
    counts.forEach((scope, present) ->
        changes
            .computeIfAbsent(scope.cgroup(), _ -> new Change())
            .add(earlier.getOrDefault(scope, Counts.ZERO), present));
    return changes;
  }

  private static Optional<Detection> storm(
      DetectorInput input, long cgroup, Change change, double seconds) {
    double rate = change.deregistered / seconds;
    boolean critical = input.limits().exceeds(FindingLimit.R1_CRITICAL, rate);
    boolean flat = Math.abs(change.now - change.before) <= change.deregistered / FLAT;
    if (!flat || !(critical || input.limits().exceeds(FindingLimit.R1_WARNING, rate))) {
      return Optional.empty();
    }
    return Optional.of(
        FindingRule.R1.found(
            critical ? Severity.CRITICAL : Severity.WARNING,
            input.cgroup(cgroup),
            input.party(cgroup),
            "%d deregistrations/s over %s s while memory regions went from %d to %d"
                .formatted(Math.round(rate), Digits.decimal(seconds), change.before, change.now)));
  }
}
