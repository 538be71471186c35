// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Arrays;
import java.util.List;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.Device;

/** The calls that were made, and the asynchronous events. */
final class CallFamilies {
  /** What devices tell when something of theirs fails. */
  private static final List<String> TROUBLE =
      Arrays.stream(AsyncEventType.values())
          .filter(type -> type.source() == AsyncEventType.Source.DEVICE && type.isTrouble())
          .map(AsyncEventType::name)
          .toList();

  private CallFamilies() {}

  static List<MetricSnapshot> of(Reading reading) {
    Series calls =
        new Series("rdma_monitor_verbs", "Calls, by outcome.", "device", "verb", "result");
    reading
        .deviceCalls()
        .forEach((device, outcomes) -> {
          for (Verb verb : Verb.values()) {
            CallTotals outcome = outcomes.getOrDefault(verb, CallTotals.NONE);
            calls.add(outcome.ok(), device, verb.name(), "ok");
            calls.add(outcome.failed(), device, verb.name(), "failed");
          }
        });
    Series made =
        new Series(
            "rdma_monitor_cgroup_verbs",
            "Calls, by the cgroup that made them; without those that it never made.",
            "cgroup",
            "device",
            "verb",
            "result");
    reading
        .cgroupCalls()
        .forEach((place, outcomes) ->
            outcomes.forEach((verb, outcome) -> {
              made.add(outcome.ok(), place.cgroup(), place.device(), verb.name(), "ok");
              made.add(outcome.failed(), place.cgroup(), place.device(), verb.name(), "failed");
            }));
    Series errors =
        new Series("rdma_monitor_errors", "Calls that failed, by error.", "verb", "errno");
    reading
        .errors()
        .forEach((verb, counts) ->
            counts.forEach((errno, n) -> errors.add(n, verb.name(), Errno.name(errno))));
    Series async =
        new Series(
            "rdma_monitor_async_events",
            "Asynchronous events of devices and of the RDMA connection manager, and first bad"
                + " completions of queue pairs.",
            "device",
            "event");
    reading.asyncEvents().forEach((key, n) -> async.add(n, key.device(), key.event()));
    // These exist from the beginning, so that the first event that an alert asks for is seen as a
    // rise.
    for (DeviceActivity activity : reading.snapshot().devices()) {
      Device device = activity.device();
      String label = reading.label(device);
      if (!label.equals(Device.unnamed(device.index()).name())) {
        TROUBLE.forEach(event -> async.set(0, label, event));
      }
    }
    return List.of(
        calls.counter(), made.counter(), errors.counter(), durations(reading), async.counter());
  }

  private static MetricSnapshot durations(Reading reading) {
    HistogramSnapshot.Builder histogram =
        HistogramSnapshot.builder()
            .name("rdma_monitor_verb_duration_seconds")
            .help("How long calls took from entry to return, failed ones included.");
    reading
        .durations()
        .forEach((verb, distribution) ->
            histogram.dataPoint(
                HistogramDataPointSnapshot.builder()
                    .labels(Labels.of("verb", verb.name()))
                    .classicHistogramBuckets(
                        ClassicHistogramBuckets.of(Durations.BOUNDS, distribution.counts()))
                    .sum(distribution.nanos() / 1e9)
                    .build()));
    return histogram.build();
  }
}
