// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;

/**
 * The names of devices and cgroups in labels. A cgroup keeps its label as long as it is counted and
 * exists, owns something, or ended a short while ago. The label is its path, as soon as that is
 * known; or that of the rest, if there were enough labels by then. A device keeps its name when it
 * is removed.
 */
final class LabelNames {
  /** Stands for cgroups whose directory was gone before its name could be read. */
  static final String UNKNOWN = "[unknown]";

  /** Stands for all cgroups without a label of their own. */
  static final String OTHER = Cgroup.OVERFLOW.path();

  private final int most;
  private final Map<Integer, String> devices = new HashMap<>();
  private final Map<Long, String> cgroups = new HashMap<>();
  private final Set<String> paths = new HashSet<>();
  private final Endings<Long> endings = new Endings<>();

  /**
   * Names.
   *
   * @param most cgroups with a label of their own, besides the kernel and those without a path
   */
  LabelNames(int most) {
    this.most = most;
  }

  /**
   * Moves on to the devices and cgroups of a snapshot.
   *
   * @param nanos the present, on a monotonic clock
   */
  void follow(Snapshot snapshot, long nanos) {
    Set<Integer> presentDevices = new HashSet<>();
    snapshot.devices().forEach(d -> presentDevices.add(d.device().index()));
    devices.keySet().retainAll(presentDevices);
    snapshot.devices().forEach(d -> name(d.device()));

    Set<Long> untold = endings.longAgo(ended(snapshot), nanos);
    List<Cgroup> told =
        snapshot.cgroups().stream()
            .map(CgroupActivity::cgroup)
            .filter(cgroup -> !untold.contains(cgroup.id()))
            .toList();
    if (cgroups.keySet().retainAll(told.stream().map(Cgroup::id).collect(Collectors.toSet()))) {
      paths.retainAll(new HashSet<>(cgroups.values()));
    }
    told.forEach(this::name);
  }

  /** The cgroups that exist no more and own nothing. */
  private static Set<Long> ended(Snapshot snapshot) {
    return snapshot.cgroups().stream()
        .filter(c -> c.cgroup().gone())
        .filter(c -> !c.activity().total().ownsAny())
        .map(c -> c.cgroup().id())
        .collect(Collectors.toSet());
  }

  private void name(Device device) {
    String unnamed = Device.unnamed(device.index()).name();
    if (device.name().isEmpty() || device.name().equals(unnamed)) {
      devices.putIfAbsent(device.index(), unnamed);
    } else {
      devices.put(device.index(), device.label());
    }
  }

  private void name(Cgroup cgroup) {
    if (!cgroup.path().isEmpty()) {
      // Its name may have been found only now.
      cgroups.remove(cgroup.id(), UNKNOWN);
    }
    cgroups.computeIfAbsent(
        cgroup.id(),
        id -> {
          if (id == Cgroup.KERNEL_ID || id == Cgroup.OVERFLOW_ID) {
            return id == Cgroup.KERNEL_ID ? Cgroup.KERNEL.path() : OTHER;
          }
          if (cgroup.path().isEmpty()) {
            return UNKNOWN;
          }
          if (paths.size() < most || paths.contains(cgroup.path())) {
            paths.add(cgroup.path());
            return cgroup.path();
          }
          return OTHER;
        });
  }

  String device(Device device) {
    return devices.getOrDefault(device.index(), Device.unnamed(device.index()).name());
  }

  /** The label of a cgroup; empty if nothing is reported about it any more. */
  Optional<String> cgroup(long id) {
    return Optional.ofNullable(cgroups.get(id));
  }

  Map<Integer, String> devices() {
    return Map.copyOf(devices);
  }

  Map<Long, String> cgroups() {
    return Map.copyOf(cgroups);
  }
}
