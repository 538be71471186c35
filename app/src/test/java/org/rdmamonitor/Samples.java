// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;

/** Samples of which only a part matters. */
public final class Samples {
  private Samples() {}

  /** One that has counts only. */
  public static Sample of(
      Instant time,
      long nanos,
      List<Device> devices,
      List<Cgroup> cgroups,
      Map<Scope, Counts> counts,
      Map<Verb, Map<Integer, Long>> errors,
      Health health) {
    return of(
        time,
        nanos,
        devices,
        cgroups,
        counts,
        errors,
        health,
        List.of(),
        0,
        Inventory.NONE,
        Map.of(),
        Cost.NONE);
  }

  /** One of a source that enforces nothing. */
  public static Sample of(
      Instant time,
      long nanos,
      List<Device> devices,
      List<Cgroup> cgroups,
      Map<Scope, Counts> counts,
      Map<Verb, Map<Integer, Long>> errors,
      Health health,
      List<ControlCall> calls,
      long callsLeftOut,
      Inventory inventory,
      Map<Integer, DeviceFacts> facts,
      Cost cost) {
    return of(
        time,
        nanos,
        devices,
        cgroups,
        counts,
        errors,
        health,
        calls,
        callsLeftOut,
        inventory,
        facts,
        cost,
        Enforcement.NONE);
  }

  /**
   * One of a host without interfaces of {@code rdma-secure ethernet}, without asynchronous events.
   */
  public static Sample of(
      Instant time,
      long nanos,
      List<Device> devices,
      List<Cgroup> cgroups,
      Map<Scope, Counts> counts,
      Map<Verb, Map<Integer, Long>> errors,
      Health health,
      List<ControlCall> calls,
      long callsLeftOut,
      Inventory inventory,
      Map<Integer, DeviceFacts> facts,
      Cost cost,
      Enforcement enforcement) {
    return new Sample(
        time,
        nanos,
        devices,
        cgroups,
        counts,
        errors,
        health,
        calls,
        callsLeftOut,
        inventory,
        facts,
        cost,
        enforcement,
        Ethernet.NONE,
        List.of());
  }
}
