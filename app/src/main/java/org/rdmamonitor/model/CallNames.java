// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.HashMap;
import java.util.Map;

/** The names of devices and cgroups as a sample has them. */
public final class CallNames {
  private final Map<Integer, Device> devices = new HashMap<>();
  private final Map<Long, Cgroup> cgroups = new HashMap<>();

  public CallNames(Sample sample) {
    sample.devices().forEach(device -> devices.put(device.index(), device));
    sample.cgroups().forEach(cgroup -> cgroups.put(cgroup.id(), cgroup));
  }

  /** The name of the device that a call was about. */
  public String device(ControlCall call) {
    return devices.getOrDefault(call.device(), Device.unnamed(call.device())).name();
  }

  /** The cgroup in which a call was made. */
  public Cgroup cgroup(ControlCall call) {
    long id = call.caller().cgroup();
    return id == Cgroup.KERNEL_ID
        ? Cgroup.KERNEL
        : cgroups.getOrDefault(id, Cgroup.withoutPath(id));
  }
}
