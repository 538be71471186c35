// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;

/**
 * One reading of a source: what has been counted since the source was opened, and what exists now.
 *
 * @param time when it was read
 * @param nanos the same on a monotonic clock, in nanoseconds; only differences mean anything
 * @param devices the RDMA devices that exist
 * @param cgroups names for the cgroup ids in {@code counts}
 * @param counts per cgroup and device
 * @param errors how often each verb returned each errno (positive; 0 stands for values that are not
 *     kept apart)
 * @param health how well the source saw it
 * @param calls those that finished since the reading before, in the order of their return; events
 *     that the ring buffer lost, and {@code callsLeftOut}, are not among them
 * @param callsLeftOut calls that are not in {@code calls} because there were too many
 * @param inventory the objects one by one, as of their last listing
 * @param facts what is known of devices, by index
 * @param cost of watching
 * @param enforcement what is done about limits
 * @param ethernet the interfaces of {@code rdma-secure ethernet create}
 * @param asyncEvents what devices and the connection manager told since the reading before, in that
 *     order; those that were lost or left out are counted with the calls
 */
public record Sample(
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
    Enforcement enforcement,
    Ethernet ethernet,
    List<AsyncEvent> asyncEvents) {

  /** The cgroup id and the device index that counts belong to. */
  public record Scope(long cgroup, int device) {
    /** The scope to which its counts are added when its row is given to another scope. */
    public Scope rest() {
      return new Scope(Cgroup.OVERFLOW_ID, device);
    }
  }

  public Sample {
    devices = List.copyOf(devices);
    cgroups = List.copyOf(cgroups);
    counts = Map.copyOf(counts);
    errors = Map.copyOf(errors);
    calls = List.copyOf(calls);
    facts = Map.copyOf(facts);
    asyncEvents = List.copyOf(asyncEvents);
  }

  /** Calls and asynchronous events together, in the order in which they came. */
  public List<ControlEvent> events() {
    return ControlEvent.merged(calls, asyncEvents);
  }

  /**
   * The same sample with other calls and asynchronous events.
   *
   * @param leftOut as {@code callsLeftOut}
   */
  public Sample with(List<ControlCall> otherCalls, List<AsyncEvent> otherEvents, long leftOut) {
    return with(time, nanos, health, otherCalls, leftOut, inventory, ethernet, otherEvents);
  }

  /** The same sample with another health. */
  public Sample with(Health other) {
    return with(time, nanos, other, calls, callsLeftOut, inventory, ethernet, asyncEvents);
  }

  /** The same sample, as if read at another time. */
  public Sample at(Instant otherTime, long otherNanos) {
    return with(
        otherTime, otherNanos, health, calls, callsLeftOut, inventory, ethernet, asyncEvents);
  }

  /** The same sample, with everything in it, as if it were this much later. */
  public Sample later(Duration by) {
    return with(
        time.plus(by),
        nanos,
        health,
        calls.stream().map(call -> call.later(by)).toList(),
        callsLeftOut,
        inventory.later(by),
        ethernet.later(by),
        asyncEvents.stream().map(event -> event.later(by)).toList());
  }

  /** The same sample with other interfaces. */
  public Sample with(Ethernet other) {
    return with(time, nanos, health, calls, callsLeftOut, inventory, other, asyncEvents);
  }

  private Sample with(
      Instant otherTime,
      long otherNanos,
      Health otherHealth,
      List<ControlCall> otherCalls,
      long leftOut,
      Inventory otherInventory,
      Ethernet otherEthernet,
      List<AsyncEvent> otherEvents) {
    return new Sample(
        otherTime,
        otherNanos,
        devices,
        cgroups,
        counts,
        errors,
        otherHealth,
        otherCalls,
        leftOut,
        otherInventory,
        facts,
        cost,
        enforcement,
        otherEthernet,
        otherEvents);
  }
}
