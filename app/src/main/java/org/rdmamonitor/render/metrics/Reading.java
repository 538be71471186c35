// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.policy.Verdict;

/**
 * Everything that a scrape is made from. Immutable.
 *
 * @param devices labels by index
 * @param cgroups labels by id; without those about which nothing is reported any more
 * @param deviceCalls by label
 * @param errors since the start
 * @param asyncEvents since the start
 * @param processes those with their own series
 * @param connections those with their own series
 * @param ports counters as the kernel has them ({@code port_*_data} in units of 4 bytes)
 * @param ethernet what the queues of Ethernet interfaces have counted
 * @param breaches how often each limit began to be exceeded
 * @param findings how often each rule began to find something
 */
record Reading(
    Snapshot snapshot,
    Verdict verdict,
    Map<Integer, String> devices,
    Map<Long, String> cgroups,
    Map<String, Map<Verb, CallTotals>> deviceCalls,
    Map<CgroupOnDevice, Map<Verb, CallTotals>> cgroupCalls,
    Map<Verb, Map<Integer, Long>> errors,
    Map<Verb, Durations.Distribution> durations,
    Map<AsyncEventCounts.Key, Long> asyncEvents,
    List<ProcessTotals.Row> processes,
    ConnectionRows.Told connections,
    Map<PortTotals.Key, Double> ports,
    Map<EthernetTotals.Queue, Map<EthernetCount, Long>> ethernet,
    Map<String, Long> breaches,
    Map<String, Long> findings) {

  /** A cgroup on a device, by their labels. */
  record CgroupOnDevice(String cgroup, String device) {}

  String label(Device device) {
    return device(device.index());
  }

  /** The label of the device with an index. */
  String device(int index) {
    return devices.getOrDefault(index, Device.unnamed(index).name());
  }

  /** Whether a cgroup has series. */
  boolean tellsOf(Cgroup cgroup) {
    return cgroups.containsKey(cgroup.id());
  }

  String cgroupLabel(long id) {
    return cgroups.getOrDefault(id, LabelNames.OTHER);
  }
}
