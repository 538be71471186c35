// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.nativelib.posix.DetachedSysfs;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * The ports of devices, each read in the device's network namespace. A sysfs shows the devices of
 * the namespace in which it was mounted; so for another namespace one is mounted there, invisible
 * to everybody else.
 */
public final class PortReader {
  private static final String CLASS = "class/infiniband";

  private final DevicePorts here;
  private final DeviceNamespaces namespaces;

  public PortReader(DeviceNamespaces namespaces) {
    this(Path.of("/sys"), namespaces);
  }

  /** Reads ports of this process's own namespace in a directory in place of {@code /sys}. */
  PortReader(Path sysfs, DeviceNamespaces namespaces) {
    this.here = new DevicePorts(sysfs.resolve(CLASS));
    this.namespaces = namespaces;
  }

  /**
   * The ports of these devices by index; none for a device that has gone or cannot be looked at.
   */
  public Map<Integer, List<Port>> read(List<Device> devices) {
    Map<Integer, List<Port>> ports = new HashMap<>();
    for (Device device : devices) {
      if (device.netns().isEmpty()) {
        ports.put(device.index(), here.of(device.name()));
      }
    }
    if (ports.size() < devices.size()) {
      namespaces.elsewhere(namespace -> readThere(of(devices, namespace), ports));
    }
    return ports;
  }

  private static List<Device> of(List<Device> devices, String namespace) {
    return devices.stream().filter(device -> device.netns().equals(namespace)).toList();
  }

  private static void readThere(List<Device> devices, Map<Integer, List<Port>> ports) {
    try (DetachedSysfs sysfs = DetachedSysfs.mount()) {
      DevicePorts there = new DevicePorts(sysfs.directory().resolve(CLASS));
      devices.forEach(device -> ports.put(device.index(), there.of(device.name())));
    } catch (NativeException unreadable) {
      devices.forEach(device -> ports.put(device.index(), List.of()));
    }
  }
}
