// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;

/**
 * The names of devices and cgroups, taken from one sample after the other. A removed device keeps
 * its name for the calls that were made to it. Not safe for use by several threads.
 */
public final class CallNames {
  private final Map<Integer, Device> devices = new HashMap<>();
  private final Map<Long, Cgroup> cgroups = new HashMap<>();

  /** Goes on to the names of the next sample. */
  public void follow(Sample sample) {
    cgroups.clear();
    sample.devices().forEach(device -> devices.put(device.index(), device));
    sample.cgroups().forEach(cgroup -> cgroups.put(cgroup.id(), cgroup));
  }

  /** The name of the device that a call or an event was about. */
  public String device(ControlEvent event) {
    return devices.getOrDefault(event.device(), Device.unnamed(event.device())).label();
  }

  /** The cgroup in which a call was made. */
  public Cgroup cgroup(ControlCall call) {
    return Cgroup.known(call.caller().cgroup(), cgroups);
  }

  /** The cgroup of the owner of an event's object; empty if it has no owner. */
  public Optional<Cgroup> cgroup(AsyncEvent event) {
    return event.owner().map(owner -> Cgroup.known(owner.cgroup(), cgroups));
  }
}
