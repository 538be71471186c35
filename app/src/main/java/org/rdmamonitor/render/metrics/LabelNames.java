// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;

/**
 * What devices and cgroups are called in labels. A cgroup keeps its label as long as it is counted:
 * its path as soon as that is known, or that of the rest if there were already enough labels then.
 * A device keeps its name when it is removed.
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

  /**
   * Names.
   *
   * @param most cgroups with a label of their own, besides the kernel and those without a path
   */
  LabelNames(int most) {
    this.most = most;
  }

  /** Goes on to the devices and cgroups of a snapshot. */
  void follow(Snapshot snapshot) {
    Set<Integer> presentDevices = new HashSet<>();
    Set<Long> presentCgroups = new HashSet<>();
    snapshot.devices().forEach(d -> presentDevices.add(d.device().index()));
    snapshot.cgroups().forEach(c -> presentCgroups.add(c.cgroup().id()));
    devices.keySet().retainAll(presentDevices);
    if (cgroups.keySet().retainAll(presentCgroups)) {
      paths.retainAll(new HashSet<>(cgroups.values()));
    }
    snapshot.devices().forEach(d -> name(d.device()));
    snapshot.cgroups().forEach(c -> name(c.cgroup()));
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

  String cgroup(long id) {
    return cgroups.getOrDefault(id, OTHER);
  }

  Map<Integer, String> devices() {
    return Map.copyOf(devices);
  }

  Map<Long, String> cgroups() {
    return Map.copyOf(cgroups);
  }
}
