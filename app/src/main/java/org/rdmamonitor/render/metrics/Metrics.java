// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.metrics.Reading.CgroupOnDevice;

/**
 * The metrics. The monitor gives this every sample and every reading, on one thread; any thread may
 * ask for what is served, which is always a whole reading. Counters never fall while their series
 * exists.
 */
public final class Metrics {
  /** After this many intervals without a reading something must be wrong. */
  private static final int PATIENCE = 3;

  private final Setup setup;
  private final LabelNames names;
  private final ProcessTotals processes;
  private final ConnectionRows connections;
  private final Tallies<Integer, String> deviceCalls = new Tallies<>(device -> device);
  private final Tallies<Scope, CgroupOnDevice> cgroupCalls = new Tallies<>(Scope::rest);
  private final Durations durations = new Durations();
  private final AsyncEventCounts asyncEvents = new AsyncEventCounts();
  private final PortTotals ports = new PortTotals();
  private final EthernetTotals ethernet = new EthernetTotals();
  private final OnsetCounts onsets = new OnsetCounts();
  private final Map<Verb, Map<Integer, Long>> errors = new EnumMap<>(Verb.class);
  private volatile State state = new State(null, 0, 0, "");

  /**
   * What does not change.
   *
   * @param version of this program
   * @param cgroups the most cgroups that get labels of their own
   * @param processes the most processes that get series of their own
   * @param connections the most connections that get series of their own
   * @param interval between readings
   * @param nanos a monotonic clock
   */
  public record Setup(
      String version,
      int cgroups,
      int processes,
      int connections,
      Duration interval,
      LongSupplier nanos) {}

  /**
   * What is published.
   *
   * @param number of the reading, from 1
   * @param since when, on the clock
   * @param failure of the source; empty while there is none
   */
  private record State(@Nullable Reading reading, long number, long since, String failure) {}

  public Metrics(Setup setup) {
    this.setup = setup;
    this.names = new LabelNames(setup.cgroups());
    this.processes = new ProcessTotals(setup.processes());
    this.connections = new ConnectionRows(setup.connections());
  }

  /** Takes in the next sample of the source, for what snapshots do not contain. */
  public void add(Sample sample) {
    sample.calls().forEach(durations::add);
    asyncEvents.add(sample);
    sample
        .errors()
        .forEach((verb, counts) -> {
          Map<Integer, Long> known = errors.computeIfAbsent(verb, v -> new HashMap<>());
          counts.forEach((errno, n) -> known.merge(errno, n, Math::max));
        });
  }

  /** Makes a reading the one that is served. */
  public void publish(Snapshot snapshot, Verdict verdict) {
    long now = setup.nanos().getAsLong();
    names.follow(snapshot, now);
    onsets.add(verdict);
    countCalls(snapshot);
    ports.begin();
    snapshot
        .devices()
        .forEach(device ->
            snapshot
                .details()
                .facts(device.device())
                .ports()
                .forEach(port -> ports.add(names.device(device.device()), port)));
    ethernet.begin();
    snapshot.details().ethernet().interfaces().forEach(ethernet::add);
    Map<Verb, Map<Integer, Long>> errorsNow = new EnumMap<>(Verb.class);
    errors.forEach((verb, counts) -> errorsNow.put(verb, Map.copyOf(counts)));
    Reading reading =
        new Reading(
            snapshot,
            verdict,
            names.devices(),
            names.cgroups(),
            deviceCalls.copy(),
            cgroupCalls.copy(),
            errorsNow,
            durations.copy(),
            asyncEvents.copy(),
            processes.follow(snapshot),
            connections.follow(snapshot),
            ports.copy(now),
            ethernet.copy(),
            onsets.breaches(),
            onsets.findings());
    state = new State(reading, state.number + 1, now, "");
  }

  private void countCalls(Snapshot snapshot) {
    deviceCalls.begin(
        snapshot.devices().stream().map(d -> d.device().index()).collect(Collectors.toSet()));
    snapshot
        .devices()
        .forEach(device ->
            deviceCalls.add(
                device.device().index(),
                Optional.of(names.device(device.device())),
                device.activity().total()));
    cgroupCalls.begin(
        snapshot.cgroups().stream()
            .flatMap(cgroup -> cgroup.devices().stream().map(part -> scope(cgroup, part)))
            .collect(Collectors.toSet()));
    snapshot
        .cgroups()
        .forEach(cgroup ->
            cgroup
                .devices()
                .forEach(part ->
                    cgroupCalls.add(
                        scope(cgroup, part),
                        names
                            .cgroup(cgroup.cgroup().id())
                            .map(label -> new CgroupOnDevice(label, names.device(part.device()))),
                        part.activity().total())));
  }

  private static Scope scope(CgroupActivity cgroup, DeviceActivity part) {
    return new Scope(cgroup.cgroup().id(), part.device().index());
  }

  /** Notes that there will be no more readings, and why. */
  public void failed(String reason) {
    State last = state;
    state = new State(last.reading, last.number, last.since, reason);
  }

  /** Why the metrics are out of date; empty while they are not. */
  public Optional<String> trouble() {
    State now = state;
    if (!now.failure.isEmpty()) {
      return Optional.of(now.failure);
    }
    if (now.reading == null) {
      return Optional.of("nothing was read yet");
    }
    Duration age = Duration.ofNanos(setup.nanos().getAsLong() - now.since);
    return age.compareTo(setup.interval().multipliedBy(PATIENCE)) > 0
        ? Optional.of("the last reading is %d seconds old".formatted(age.toSeconds()))
        : Optional.empty();
  }

  /** The metrics of the latest reading, made one group at a time; none before the first reading. */
  List<Supplier<MetricSnapshots>> groups() {
    @Nullable Reading reading = state.reading;
    if (reading == null) {
      return List.of();
    }
    return List.of(
        () -> new MetricSnapshots(ObjectFamilies.of(reading)),
        () -> new MetricSnapshots(CallFamilies.of(reading)),
        () -> new MetricSnapshots(ProcessFamilies.of(reading)),
        () -> new MetricSnapshots(ConnectionFamilies.of(reading)),
        () -> new MetricSnapshots(PortFamilies.of(reading)),
        () -> new MetricSnapshots(EthernetFamilies.of(reading)),
        () ->
            new MetricSnapshots(EnforcementFamilies.of(reading.snapshot().details().enforcement())),
        () -> new MetricSnapshots(MonitorFamilies.of(reading, setup.version())));
  }

  /** Identifies a reading. */
  long number() {
    return state.number;
  }

  boolean hasReading() {
    return state.reading != null;
  }

  String version() {
    return setup.version();
  }
}
