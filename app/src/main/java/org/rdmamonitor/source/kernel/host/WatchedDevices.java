// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * The devices that a filter admits, and what netlink lists of them. Of the others nothing is asked
 * but what comes with the two answers that ib_core gives for all devices at once, out of its own
 * memory: their names, and how many objects they have.
 *
 * <p>Knows by index which devices are left out, once they have been listed; indexes are never
 * reused. Safe for use by several threads.
 */
public final class WatchedDevices {
  private final DeviceFilter filter;
  private final DeviceNamespaces namespaces;
  private final Supplier<List<Device>> listed;
  private final Supplier<Map<Device, Map<ResourceType, Long>>> summed;
  private final Set<Integer> leftOut = ConcurrentHashMap.newKeySet();

  /** Those of the running kernel, in whatever network namespace they are. */
  public WatchedDevices(DeviceFilter filter) {
    this(filter, new DeviceNamespaces());
  }

  private WatchedDevices(DeviceFilter filter, DeviceNamespaces namespaces) {
    this(
        filter,
        namespaces,
        () -> RdmaResources.devices(namespaces),
        () -> RdmaResources.summary(namespaces));
  }

  /** Those of a kernel that lists and sums up this. */
  WatchedDevices(
      DeviceFilter filter,
      DeviceNamespaces namespaces,
      Supplier<List<Device>> listed,
      Supplier<Map<Device, Map<ResourceType, Long>>> summed) {
    this.filter = filter;
    this.namespaces = namespaces;
    this.listed = listed;
    this.summed = summed;
  }

  /** The devices, by index. */
  public List<Device> devices() {
    return listed.get().stream().filter(this::admits).toList();
  }

  /** The names of all devices, also of those that are left out. */
  public List<String> everyName() {
    return listed.get().stream().map(Device::name).distinct().toList();
  }

  /** The network namespaces in which they are. */
  public DeviceNamespaces namespaces() {
    return namespaces;
  }

  /** How many objects of each type each device has. */
  public Map<Device, Map<ResourceType, Long>> summary() {
    Map<Device, Map<ResourceType, Long>> result = new HashMap<>(summed.get());
    result.keySet().removeIf(device -> !admits(device));
    return result;
  }

  /** As {@link RdmaResources#list} of these devices. */
  public void list(Set<ResourceType> unlisted, Consumer<RdmaResources.Listed> visitor) {
    RdmaResources.list(namespaces, this::admits, unlisted, visitor);
  }

  /** As {@link RdmaResources#entries} of these devices. */
  public void entries(Set<ResourceType> unlisted, Consumer<RdmaResources.Entry> visitor) {
    RdmaResources.entries(namespaces, this::admits, unlisted, visitor);
  }

  /** Whether a device is left out; false for one that has not been listed yet. */
  public boolean isLeftOut(int index) {
    return leftOut.contains(index);
  }

  /**
   * Whether netlink may not tell of a device though it exists: it was not found, and not all
   * network namespaces could be looked into.
   */
  public boolean isHidden(int index) {
    return namespaces.mayHide(index);
  }

  /** Whether any device was left out so far. */
  public boolean leavesOut() {
    return !leftOut.isEmpty();
  }

  private boolean admits(Device device) {
    if (filter.admits(device.name())) {
      leftOut.remove(device.index()); // it may have been renamed
      return true;
    }
    leftOut.add(device.index());
    return false;
  }
}
