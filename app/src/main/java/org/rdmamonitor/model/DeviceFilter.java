// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;

/**
 * Which devices are looked at. Immutable.
 *
 * @param included regular expressions, one of which the whole name of a device has to match; empty
 *     for all devices
 * @param excluded regular expressions, none of which it may match
 */
public record DeviceFilter(List<String> included, List<String> excluded) {
  /** All devices. */
  public static final DeviceFilter ALL = new DeviceFilter(List.of(), List.of());

  /**
   * A filter.
   *
   * @throws java.util.regex.PatternSyntaxException if one is no regular expression, at the latest
   *     when it is used
   */
  public DeviceFilter {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
  }

  /** Whether a device of this name is looked at. */
  public boolean admits(String name) {
    return (included.isEmpty() || included.stream().anyMatch(name::matches))
        && excluded.stream().noneMatch(name::matches);
  }

  /** Whether it admits every possible device. */
  public boolean admitsAll() {
    return included.isEmpty() && excluded.isEmpty();
  }

  /**
   * A sample without some devices: without their counts, calls, events, objects and facts. Errors
   * by verb, and objects that are not listed one by one, are not known by device, and stay.
   *
   * @param isLeftOut of the index of a device
   */
  public static Sample without(IntPredicate isLeftOut, Sample sample) {
    List<Device> devices =
        sample.devices().stream().filter(d -> !isLeftOut.test(d.index())).toList();
    Map<Sample.Scope, Counts> counts =
        sample.counts().entrySet().stream()
            .filter(entry -> !isLeftOut.test(entry.getKey().device()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    List<ControlCall> calls =
        sample.calls().stream().filter(call -> !isLeftOut.test(call.device())).toList();
    List<AsyncEvent> events =
        sample.asyncEvents().stream().filter(event -> !isLeftOut.test(event.device())).toList();
    Set<Long> cgroups = new HashSet<>();
    counts.keySet().forEach(scope -> cgroups.add(scope.cgroup()));
    calls.forEach(call -> cgroups.add(call.caller().cgroup()));
    events.stream()
        .flatMap(event -> event.owner().stream())
        .forEach(owner -> cgroups.add(owner.cgroup()));
    Inventory all = sample.inventory();
    List<LiveObject> objects =
        all.objects().stream().filter(object -> !isLeftOut.test(object.device())).toList();
    Set<Integer> owners = new HashSet<>();
    objects.forEach(object -> {
      cgroups.add(object.cgroup());
      owners.add(object.pid());
    });
    all.leftOut().forEach(rest -> owners.add(rest.pid()));
    Inventory inventory =
        new Inventory(
            all.time(),
            objects,
            all.processes().stream().filter(owner -> owners.contains(owner.pid())).toList(),
            all.leftOut(),
            all.handles().stream().filter(handle -> !isLeftOut.test(handle.device())).toList(),
            all.handlesLeftOut());
    Map<Integer, DeviceFacts> facts =
        sample.facts().entrySet().stream()
            .filter(entry -> !isLeftOut.test(entry.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    return new Sample(
        sample.time(),
        sample.nanos(),
        devices,
        sample.cgroups().stream().filter(cgroup -> cgroups.contains(cgroup.id())).toList(),
        counts,
        sample.errors(),
        sample.health(),
        calls,
        sample.callsLeftOut(),
        inventory,
        facts,
        sample.cost(),
        sample.enforcement(),
        sample.ethernet(),
        events);
  }
}
