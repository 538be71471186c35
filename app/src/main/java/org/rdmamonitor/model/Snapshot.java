// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.activity.Latency;
import org.rdmamonitor.model.activity.ProcessActivity;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetActivity;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;

/**
 * What two readings tell: the present, and the interval between them.
 *
 * @param time of the later reading
 * @param interval between the readings; zero for the first
 * @param host everything together
 * @param devices one entry for each device, by index, including devices without objects
 * @param cgroups one entry for each cgroup that made calls or owns objects, by path
 * @param errors how often each verb returned each errno during the interval
 * @param health that of the later reading
 * @param details what {@link Ledger} adds to the counts
 */
public record Snapshot(
    Instant time,
    Duration interval,
    Activity host,
    List<DeviceActivity> devices,
    List<CgroupActivity> cgroups,
    Map<Verb, Map<Integer, Long>> errors,
    Health health,
    Details details) {

  /**
   * What the single calls of the interval and the single objects tell.
   *
   * @param latency of the calls of a verb; without verbs that were not called
   * @param cgroupLatency the same by cgroup id
   * @param processes by pid
   * @param calls the newest of the interval, oldest first
   * @param callsLeftOut calls of the interval that nothing here but the counts knows of
   * @param inventory the objects one by one, as of their last listing
   * @param flowRules those that exist
   * @param facts what is known of devices, by index
   * @param cost of watching, since the source was opened
   * @param cpu processor time of this process during the interval
   * @param enforcement what is done about limits
   * @param refusals what came of quotas during the interval; without those of which nothing did
   * @param ethernet the interfaces of {@code rdma-secure ethernet create}
   * @param ethernetActivity the same, with what they did during the interval
   * @param asyncEvents the newest of the interval, oldest first
   */
  public record Details(
      Map<Verb, Latency> latency,
      Map<Long, Map<Verb, Latency>> cgroupLatency,
      List<ProcessActivity> processes,
      List<ControlCall> calls,
      long callsLeftOut,
      Inventory inventory,
      List<FlowRule> flowRules,
      Map<Integer, DeviceFacts> facts,
      Cost cost,
      Duration cpu,
      Enforcement enforcement,
      List<Enforcement.Tally> refusals,
      Ethernet ethernet,
      List<EthernetActivity> ethernetActivity,
      List<AsyncEvent> asyncEvents) {
    public static final Details NONE =
        new Details(
            Map.of(),
            Map.of(),
            List.of(),
            List.of(),
            0,
            Inventory.NONE,
            List.of(),
            Map.of(),
            Cost.NONE,
            Duration.ZERO,
            Enforcement.NONE,
            List.of(),
            Ethernet.NONE,
            List.of(),
            List.of());

    /** Calls and asynchronous events together, oldest first. */
    public List<ControlEvent> events() {
      return ControlEvent.merged(calls, asyncEvents);
    }

    /** What is known of a device; {@link DeviceFacts#NONE} if nothing is. */
    public DeviceFacts facts(Device device) {
      return facts.getOrDefault(device.index(), DeviceFacts.NONE);
    }
  }

  public record DeviceActivity(Device device, Activity activity) {}

  public record CgroupActivity(Cgroup cgroup, Activity activity, List<DeviceActivity> devices) {}

  /** The view of a first reading: totals, and no activity yet. */
  public static Snapshot first(Sample sample) {
    return between(sample, sample);
  }

  /** The view of {@code current}, with the activity since {@code previous} of the same source. */
  public static Snapshot between(Sample previous, Sample current) {
    long nanos = current.nanos() - previous.nanos();
    View view = new View(earlier(previous.counts(), current.counts()), current, nanos / 1e9);
    return new Snapshot(
        current.time(),
        Duration.ofNanos(nanos),
        view.host(),
        view.devices(),
        view.cgroups(),
        errorsBetween(previous.errors(), current.errors()),
        current.health(),
        Details.NONE);
  }

  /** The name of the device with an index. */
  public String device(int index) {
    return devices.stream()
        .map(DeviceActivity::device)
        .filter(device -> device.index() == index)
        .findFirst()
        .orElseGet(() -> Device.unnamed(index))
        .label();
  }

  Snapshot with(Details added) {
    return new Snapshot(time, interval, host, devices, cgroups, errors, health, added);
  }

  /**
   * The counts of an earlier sample, arranged by the rows of a later one. The counts of a row that
   * was given back in between are added to the rest: the later rest includes them, although nobody
   * made these calls in between.
   */
  public static Map<Scope, Counts> earlier(Map<Scope, Counts> before, Map<Scope, Counts> now) {
    if (now.keySet().containsAll(before.keySet())) {
      return before;
    }
    Map<Scope, Counts> result = new HashMap<>();
    before.forEach((scope, counts) ->
        result.merge(now.containsKey(scope) ? scope : scope.rest(), counts, Counts::plus));
    return result;
  }

  private static Map<Verb, Map<Integer, Long>> errorsBetween(
      Map<Verb, Map<Integer, Long>> before, Map<Verb, Map<Integer, Long>> now) {
    Map<Verb, Map<Integer, Long>> result = new HashMap<>();
    now.forEach((verb, counts) -> {
      Map<Integer, Long> delta = new HashMap<>();
      Map<Integer, Long> old = before.getOrDefault(verb, Map.of());
      counts.forEach((errno, n) -> {
        long count = n - old.getOrDefault(errno, 0L);
        if (count > 0) {
          delta.put(errno, count);
        }
      });
      if (!delta.isEmpty()) {
        result.put(verb, Map.copyOf(delta));
      }
    });
    return Map.copyOf(result);
  }

  /** What the rows of a sample tell, and have done since an earlier one; and how they add up. */
  private static final class View {
    private final Sample current;
    private final double seconds;
    private final Map<Integer, Device> known = new HashMap<>();
    private final Map<Integer, Sum> devices = new HashMap<>();
    private final Map<Long, List<DeviceActivity>> cgroups = new HashMap<>();

    /**
     * @param before by the rows of {@code current}
     */
    View(Map<Scope, Counts> before, Sample current, double seconds) {
      this.current = current;
      this.seconds = seconds;
      current.devices().forEach(device -> known.put(device.index(), device));
      current
          .counts()
          .forEach((scope, total) ->
              add(
                  scope,
                  new Activity(
                      total, total.minus(before.getOrDefault(scope, Counts.ZERO)), seconds)));
    }

    private void add(Scope scope, Activity activity) {
      devices.computeIfAbsent(scope.device(), _ -> new Sum()).add(activity);
      cgroups
          .computeIfAbsent(scope.cgroup(), _ -> new ArrayList<>(1))
          .add(new DeviceActivity(device(scope.device()), activity));
    }

    private Device device(int index) {
      Device device = known.get(index);
      return device == null ? Device.unnamed(index) : device;
    }

    Activity host() {
      Sum sum = new Sum();
      devices.values().forEach(sum::add);
      return sum.activity(seconds);
    }

    List<DeviceActivity> devices() {
      // Besides those that exist: devices that were removed, and calls whose device the kernel did
      // not tell.
      Map<Integer, Sum> all = new HashMap<>(devices);
      known.keySet().forEach(index -> all.putIfAbsent(index, new Sum()));
      List<DeviceActivity> result = new ArrayList<>();
      all.forEach(
          (index, sum) -> result.add(new DeviceActivity(device(index), sum.activity(seconds))));
      result.sort(View::byDevice);
      return List.copyOf(result);
    }

    List<CgroupActivity> cgroups() {
      Map<Long, Cgroup> names = new HashMap<>();
      current.cgroups().forEach(cgroup -> names.put(cgroup.id(), cgroup));
      List<CgroupActivity> result = new ArrayList<>();
      cgroups.forEach((id, rows) -> {
        rows.sort(View::byDevice);
        result.add(new CgroupActivity(Cgroup.known(id, names), sum(rows), List.copyOf(rows)));
      });
      result.sort(View::byPath);
      return List.copyOf(result);
    }

    /** Most cgroups have one row. */
    private Activity sum(List<DeviceActivity> rows) {
      if (rows.size() == 1) {
        return rows.getFirst().activity();
      }
      Sum sum = new Sum();
      rows.forEach(row -> sum.add(row.activity()));
      return sum.activity(seconds);
    }

    // A method in place of a Comparator: those that Comparator's methods make are not in the AOT
    // cache, and would be made anew at each start.
    private static int byDevice(DeviceActivity one, DeviceActivity other) {
      return Integer.compareUnsigned(one.device().index(), other.device().index());
    }

    private static int byPath(CgroupActivity one, CgroupActivity other) {
      int byPath = one.cgroup().path().compareTo(other.cgroup().path());
      return byPath == 0 ? Long.compare(one.cgroup().id(), other.cgroup().id()) : byPath;
    }
  }

  /** Several activities of one interval. */
  private static final class Sum {
    private final Counts.Builder total = new Counts.Builder();
    private final Counts.Builder delta = new Counts.Builder();

    void add(Activity activity) {
      total.add(activity.total());
      delta.add(activity.delta());
    }

    void add(Sum other) {
      total.add(other.total);
      delta.add(other.delta);
    }

    Activity activity(double seconds) {
      return new Activity(total.build(), delta.build(), seconds);
    }
  }
}
