// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Snapshot.Details;
import org.rdmamonitor.model.activity.Durations;
import org.rdmamonitor.model.activity.Latency;
import org.rdmamonitor.model.activity.ProcessActivity;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * Turns samples into snapshots: adds up what happens between two snapshots, however many samples
 * come meanwhile. What it keeps is bounded by the number of cgroups, verbs and processes, not by
 * the number of calls. Not safe for use by several threads.
 */
public final class Ledger {
  /**
   * How many of the newest calls, and of the newest asynchronous events, of an interval are kept.
   */
  public static final int CALLS_KEPT = 2000;

  private static final int HOST_DIGITS = 2;

  private @Nullable Sample shown;
  private @Nullable Sample latest;
  private final Map<Verb, AbstractHistogram> host = new EnumMap<>(Verb.class);
  private final Map<Long, Map<Verb, Durations>> cgroups = new HashMap<>();
  private final ArrayDeque<ControlCall> calls = new ArrayDeque<>();
  private final ArrayDeque<AsyncEvent> asyncEvents = new ArrayDeque<>();
  private long callsLeftOut;
  private final FlowRules flowRules = new FlowRules();
  private final Map<Integer, Caller> callers = new HashMap<>();
  private Map<Integer, Standing> standings = Map.of();

  /** A process as its calls during the interval show it. */
  private static final class Caller {
    private String comm = "";
    private long cgroup;
    private final Map<Verb, Long> calls = new EnumMap<>(Verb.class);
    private long failed;
  }

  /** What a process owns. */
  private static final class Owned {
    private final Map<ResourceType, Long> objects = new EnumMap<>(ResourceType.class);
    private long mrBytes;

    private void add(ResourceType type, long count, long bytes) {
      objects.merge(type, count, Long::sum);
      mrBytes += bytes;
    }
  }

  private static final Caller NOBODY = new Caller();
  private static final Owned NOTHING = new Owned();

  /** A process as successive inventories show it. */
  private record Standing(Inventory.Owner owner, Instant lastActive) {}

  /** Takes in the next sample of a source. */
  public void add(Sample sample) {
    sample.calls().forEach(this::add);
    sample.asyncEvents().forEach(event -> keep(asyncEvents, event));
    flowRules.mend(sample.inventory());
    callsLeftOut += sample.callsLeftOut();
    follow(sample);
    if (shown == null) {
      shown = sample;
    }
    latest = sample;
  }

  private void add(ControlCall call) {
    if (call.refusal().isPresent()) {
      keep(calls, call);
      return;
    }
    flowRules.add(call);
    long nanos = Math.max(0, call.duration().toNanos());
    host.computeIfAbsent(call.verb(), v -> new Histogram(HOST_DIGITS)).recordValue(nanos);
    cgroups
        .computeIfAbsent(call.caller().cgroup(), c -> new EnumMap<>(Verb.class))
        .computeIfAbsent(call.verb(), v -> new Durations())
        .add(nanos);
    keep(calls, call);
    if (!call.caller().kernel()) {
      Caller caller = callers.computeIfAbsent(call.caller().pid(), p -> new Caller());
      caller.comm = call.caller().comm();
      caller.cgroup = call.caller().cgroup();
      caller.calls.merge(call.verb(), 1L, Long::sum);
      caller.failed += call.failed() ? 1 : 0;
    }
  }

  private static <T> void keep(ArrayDeque<T> kept, T newest) {
    if (kept.size() == CALLS_KEPT) {
      kept.removeFirst();
    }
    kept.addLast(newest);
  }

  /** Notes which of the listed processes have done anything since the last listing. */
  private void follow(Sample sample) {
    Inventory inventory = sample.inventory();
    Map<Integer, Standing> before = standings;
    Set<Integer> calling = new HashSet<>();
    sample.calls().forEach(call -> calling.add(call.caller().pid()));
    standings = HashMap.newHashMap(inventory.processes().size());
    for (Inventory.Owner owner : inventory.processes()) {
      @Nullable Standing old = before.get(owner.pid());
      boolean idle =
          old != null
              && old.owner.started().equals(owner.started())
              && old.owner.cpu().equals(owner.cpu())
              && !calling.contains(owner.pid());
      Instant lastActive = old != null && idle ? old.lastActive : sample.time();
      standings.put(owner.pid(), new Standing(owner, lastActive));
    }
  }

  /**
   * The view of the latest sample, with the activity since the last snapshot; the first has none.
   *
   * @throws IllegalStateException if no sample was added yet
   */
  public Snapshot snapshot() {
    if (shown == null || latest == null) {
      throw new IllegalStateException("no sample yet");
    }
    Snapshot snapshot =
        Snapshot.between(shown, latest)
            .with(
                new Details(
                    latencies(host, Latency::of),
                    cgroupLatencies(),
                    processes(latest),
                    List.copyOf(calls),
                    callsLeftOut,
                    latest.inventory(),
                    flowRules.all(),
                    latest.facts(),
                    latest.cost(),
                    latest.cost().cpu().minus(shown.cost().cpu()),
                    latest.enforcement(),
                    latest.enforcement().since(shown.enforcement()),
                    latest.ethernet(),
                    latest.ethernet().since(shown.ethernet()),
                    List.copyOf(asyncEvents)));
    shown = latest;
    host.clear();
    cgroups.clear();
    calls.clear();
    asyncEvents.clear();
    callers.clear();
    callsLeftOut = 0;
    return snapshot;
  }

  private static <T> Map<Verb, Latency> latencies(
      Map<Verb, T> durations, Function<T, Latency> latency) {
    Map<Verb, Latency> result = new EnumMap<>(Verb.class);
    durations.forEach((verb, of) -> result.put(verb, latency.apply(of)));
    return result;
  }

  private Map<Long, Map<Verb, Latency>> cgroupLatencies() {
    Map<Long, Map<Verb, Latency>> result = new HashMap<>();
    cgroups.forEach(
        (cgroup, durations) -> result.put(cgroup, latencies(durations, Durations::latency)));
    return result;
  }

  private List<ProcessActivity> processes(Sample sample) {
    Map<Integer, Owned> owned = new HashMap<>();
    for (LiveObject object : sample.inventory().objects()) {
      if (object.pid() != 0) {
        long length = object.detail() instanceof LiveObject.Region region ? region.length() : 0;
        owned.computeIfAbsent(object.pid(), p -> new Owned()).add(object.type(), 1, length);
      }
    }
    for (Inventory.Rest rest : sample.inventory().leftOut()) {
      owned
          .computeIfAbsent(rest.pid(), p -> new Owned())
          .add(rest.type(), rest.count(), rest.type() == ResourceType.MR ? rest.size() : 0);
    }
    List<ProcessActivity> result = new ArrayList<>();
    standings.forEach((pid, standing) -> {
      Caller caller = callers.getOrDefault(pid, NOBODY);
      Owned its = owned.getOrDefault(pid, NOTHING);
      result.add(
          new ProcessActivity(
              pid,
              standing.owner.comm(),
              standing.owner.cgroup(),
              its.objects,
              its.mrBytes,
              caller.calls,
              caller.failed,
              standing.owner.cpu(),
              standing.lastActive));
    });
    callers.forEach((pid, caller) -> {
      if (!standings.containsKey(pid)) {
        result.add(
            new ProcessActivity(
                pid,
                caller.comm,
                caller.cgroup,
                Map.of(),
                0,
                caller.calls,
                caller.failed,
                Duration.ZERO,
                sample.time()));
      }
    });
    result.sort(Comparator.comparingInt(ProcessActivity::pid));
    return List.copyOf(result);
  }
}
