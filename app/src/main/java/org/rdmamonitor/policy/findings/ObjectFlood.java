// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.TrackedQueuePair;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.units.Digits;

/**
 * R2: too many queue pairs or completion queues, in three forms: one cgroup holds a large share of
 * a device's; a device that is filled to more than a tenth will be full soon; most of a cgroup's
 * queue pairs have no peer. Kernel consumers are not looked at as cgroups: what they hold is the
 * administrator's doing. Keeps one number for each device and type.
 */
final class ObjectFlood implements Detector {
  private static final List<ResourceType> TYPES = List.of(ResourceType.QP, ResourceType.CQ);
  private static final long LEAST_NANOS = 1_000_000_000;

  /**
   * A device filled to less than one in this many of its objects does not count as about to be
   * full, however fast it fills.
   */
  private static final int FILLED = 10;

  /** By device, how many of each of TYPES. */
  private Map<Integer, long[]> base = Map.of();

  private @Nullable Long baseNanos;

  @Override
  public FindingLimit on() {
    return FindingLimit.R2;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    List<Detection> found = new ArrayList<>();
    input.sample().counts().forEach((scope, counts) -> share(input, scope, counts, found));
    exhaustion(input, found);
    unconnected(input, found);
    return found;
  }

  private static void share(
      DetectorInput input, Scope scope, Counts counts, List<Detection> found) {
    if (!DetectorInput.isOfPrograms(scope) || scope.device() == Device.UNKNOWN_INDEX) {
      return;
    }
    List<String> parts = new ArrayList<>();
    for (ResourceType type : TYPES) {
      long live = counts.live(type);
      OptionalLong most = facts(input, scope.device()).most(type);
      if (most.isPresent()) {
        double percent = most.getAsLong() > 0 ? 100.0 * live / most.getAsLong() : 0;
        if (input.limits().exceeds(FindingLimit.R2_SHARE_PERCENT, percent)) {
          parts.add(
              "%d of the %d %s of the device (%s %%)"
                  .formatted(live, most.getAsLong(), words(type), Digits.decimal(percent)));
        }
      } else if (input.limits().exceeds(FindingLimit.R2_COUNT, live)) {
        parts.add("%d %s; the most of the device is not known".formatted(live, words(type)));
      }
    }
    if (!parts.isEmpty()) {
      found.add(
          FindingRule.R2.found(
              Severity.WARNING,
              input.cgroup(scope.cgroup()) + " on " + input.device(scope.device()),
              input.party(scope.cgroup()),
              String.join("; ", parts)));
    }
  }

  private static String words(ResourceType type) {
    return type.plural().toLowerCase(Locale.ROOT);
  }

  private static DeviceFacts facts(DetectorInput input, int device) {
    return input.sample().facts().getOrDefault(device, DeviceFacts.NONE);
  }

  private void exhaustion(DetectorInput input, List<Detection> found) {
    long now = input.sample().nanos();
    if (baseNanos != null && now - baseNanos < LEAST_NANOS) {
      return;
    }
    Map<Integer, long[]> present = new TreeMap<>();
    input
        .sample()
        .counts()
        .forEach((scope, counts) -> {
          long[] live = present.computeIfAbsent(scope.device(), _ -> new long[TYPES.size()]);
          for (int i = 0; i < live.length; i++) {
            live[i] += counts.live(TYPES.get(i));
          }
        });
    if (baseNanos != null) {
      double seconds = (now - baseNanos) / 1e9;
      present.forEach((device, live) -> {
        long[] before = base.getOrDefault(device, new long[live.length]);
        for (int i = 0; i < live.length; i++) {
          exhaustion(input, device, TYPES.get(i), before[i], live[i], seconds, found);
        }
      });
    }
    base = present;
    baseNanos = now;
  }

  private static void exhaustion(
      DetectorInput input,
      int device,
      ResourceType type,
      long before,
      long live,
      double seconds,
      List<Detection> found) {
    long most = facts(input, device).most(type).orElse(0);
    double slope = (live - before) / seconds;
    double left = (most - live) / slope;
    if (slope > 0
        && most > 0
        && live > most / FILLED
        && left < input.limits().of(FindingLimit.R2_EXHAUSTION_SECONDS)) {
      found.add(
          FindingRule.R2.found(
              Severity.CRITICAL,
              input.device(device),
              "%d of %d %s, %s/s more: full in %d s"
                  .formatted(
                      live,
                      most,
                      words(type),
                      Digits.decimal(slope),
                      Math.max(0, Math.round(left)))));
    }
  }

  private static void unconnected(DetectorInput input, List<Detection> found) {
    if (!input.limits().isOn(FindingLimit.R2_UNCONNECTED_PERCENT)) {
      return;
    }
    Duration patience = Duration.ofSeconds(input.limits().of(FindingLimit.R2_UNCONNECTED_SECONDS));
    Map<Long, long[]> byCgroup = new HashMap<>(); // by cgroup: all queue pairs, unconnected ones
    for (TrackedQueuePair pair : input.queuePairs().all()) {
      if (!pair.isKernel()) {
        long[] counts = byCgroup.computeIfAbsent(pair.cgroup(), c -> new long[2]);
        counts[0]++;
        if (pair.isUnconnected()
            && Duration.between(pair.stateSince(), input.now()).compareTo(patience) > 0) {
          counts[1]++;
        }
      }
    }
    byCgroup.forEach((cgroup, counts) -> {
      double percent = 100.0 * counts[1] / counts[0];
      if (input.limits().exceeds(FindingLimit.R2_UNCONNECTED_PERCENT, percent)
          && counts[1] > input.limits().of(FindingLimit.R2_UNCONNECTED_LEAST)) {
        found.add(
            FindingRule.R2.found(
                Severity.WARNING,
                input.cgroup(cgroup),
                input.party(cgroup),
                "%d of %d queue pairs (%s %%) are in RESET or INIT for more than %s"
                    .formatted(
                        counts[1], counts[0], Digits.decimal(percent), Words.seconds(patience))));
      }
    });
  }
}
