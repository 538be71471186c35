// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.QueuePairsByType;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.cgroup.CgroupName.SlurmStep;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/** The objects that exist. */
final class ObjectFamilies {
  private ObjectFamilies() {}

  static List<MetricSnapshot> of(Reading reading) {
    Series resources =
        new Series("rdma_monitor_resources", "Objects that exist, by type.", "device", "type");
    Series most =
        new Series(
            "rdma_monitor_resources_max",
            "Objects that the device says it can hold.",
            "device",
            "type");
    for (DeviceActivity device : reading.snapshot().devices()) {
      String label = reading.label(device.device());
      for (ResourceType type : ResourceType.values()) {
        resources.add(device.activity().total().live(type), label, type.name());
        reading
            .snapshot()
            .details()
            .facts(device.device())
            .most(type)
            .ifPresent(limit -> most.set(limit, label, type.name()));
      }
    }
    Series owned =
        new Series(
            "rdma_monitor_cgroup_resources",
            "Objects that exist, by the cgroup that made them.",
            "cgroup",
            "device",
            "type");
    Map<Size, Series> sizes = new EnumMap<>(Size.class);
    for (Size size : Size.values()) {
      sizes.put(
          size, new Series("rdma_monitor_" + size.key(), size.description(), "device", "cgroup"));
    }
    for (CgroupActivity cgroup : told(reading)) {
      String label = reading.cgroupLabel(cgroup.cgroup().id());
      for (DeviceActivity device : cgroup.devices()) {
        Counts total = device.activity().total();
        String deviceLabel = reading.label(device.device());
        for (ResourceType type : ResourceType.values()) {
          owned.add(total.live(type), label, deviceLabel, type.name());
        }
        sizes.forEach((size, series) -> series.add(total.total(size), deviceLabel, label));
      }
    }
    List<MetricSnapshot> families =
        new ArrayList<>(List.of(resources.gauge(), most.gauge(), owned.gauge()));
    sizes.values().forEach(series -> families.add(series.gauge()));
    families.add(queuePairs(reading).gauge());
    families.add(flowRules(reading).gauge());
    families.add(names(reading).info());
    otherNamespaces(reading).ifPresent(families::add);
    return families;
  }

  private static List<CgroupActivity> told(Reading reading) {
    return reading.snapshot().cgroups().stream()
        .filter(activity -> reading.tellsOf(activity.cgroup()))
        .toList();
  }

  /** One series for each cgroup that has its own label, for joining by that label. */
  private static Series names(Reading reading) {
    Map<String, Cgroup> newest = new HashMap<>();
    told(reading).stream()
        .map(CgroupActivity::cgroup)
        .filter(cgroup -> reading.cgroupLabel(cgroup.id()).equals(cgroup.path()))
        .forEach(cgroup -> newest.merge(cgroup.path(), cgroup, ObjectFamilies::newer));
    Series series =
        new Series(
            "rdma_monitor_cgroup",
            "What a cgroup is: a container, pod, job, session or unit. Always 1.",
            "cgroup",
            "name",
            "namespace",
            "pod",
            "container",
            "slurm_job",
            "slurm_step",
            "slurm_user");
    newest.forEach((label, cgroup) -> {
      GivenNames given = cgroup.given();
      SlurmStep step = CgroupName.slurmStep(cgroup).orElse(SlurmStep.NONE);
      CgroupName.of(cgroup)
          .ifPresent(name ->
              series.set(
                  1,
                  label,
                  name,
                  given.namespace(),
                  given.pod(),
                  given.container(),
                  step.job(),
                  step.step(),
                  given.user()));
    });
    return series;
  }

  /** The newer of two cgroups that had the same path one after the other: the kernel's ids rise. */
  private static Cgroup newer(Cgroup one, Cgroup other) {
    return one.id() > other.id() ? one : other;
  }

  /** Where devices are that are in other network namespaces; empty if there is none. */
  private static Optional<MetricSnapshot> otherNamespaces(Reading reading) {
    Series series =
        new Series(
            "rdma_monitor_device_netns",
            "A device in another network namespace than the monitor: its name there. Always 1.",
            "device",
            "name",
            "netns");
    List<Device> others =
        reading.snapshot().devices().stream()
            .map(DeviceActivity::device)
            .filter(device -> !device.netns().isEmpty())
            .toList();
    others.forEach(device -> series.set(1, reading.label(device), device.name(), device.netns()));
    return others.isEmpty() ? Optional.empty() : Optional.of(series.info());
  }

  private static Series flowRules(Reading reading) {
    Series series =
        new Series(
            "rdma_monitor_flow_rules",
            "Flow rules that were made since the monitor started and exist, by who made them.",
            "cgroup",
            "device");
    for (FlowRule rule : reading.snapshot().details().flowRules()) {
      series.add(
          1L,
          reading.cgroupLabel(rule.maker().cgroup()),
          reading.label(Device.unnamed(rule.device())));
    }
    return series;
  }

  private static Series queuePairs(Reading reading) {
    Series series =
        new Series(
            "rdma_monitor_queue_pairs",
            "Queue pairs that exist, as far as they are told of one by one, by their type.",
            "cgroup",
            "device",
            "type");
    QueuePairsByType.of(reading.snapshot().details().inventory())
        .byScope()
        .forEach((scope, counts) ->
            counts.forEach((type, count) ->
                series.add(
                    count,
                    reading.cgroupLabel(scope.cgroup()),
                    reading.label(Device.unnamed(scope.device())),
                    type.name())));
    return series;
  }
}
