// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * The devices that a filter admits, and what netlink lists of them. About the others it learns only
 * what the two answers contain that ib_core gives, from its own memory, for all devices at once:
 * their names, and how many objects they have.
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

  /** Those of the last summary, by index. */
  private volatile SortedMap<Integer, Device> summedUp = new TreeMap<>();

  /** The devices of the running kernel, in all network namespaces. */
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

  /** The devices of a kernel that gives these lists and this summary. */
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

  /** The names of all devices, including those that are left out. */
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
    SortedMap<Integer, Device> byIndex = new TreeMap<>();
    result.keySet().forEach(device -> byIndex.put(device.index(), device));
    summedUp = byIndex;
    return result;
  }

  /**
   * The devices, by index, as the last {@link #summary()} has named them, without another question;
   * they are asked for if one was heard of that is not among them: it has come since, or has gone.
   *
   * @param heardOf by index
   */
  public List<Device> summedUp(Set<Integer> heardOf) {
    SortedMap<Integer, Device> known = summedUp;
    return heardOf.stream().allMatch(index -> known.containsKey(index) || isLeftOut(index))
        ? List.copyOf(known.values())
        : devices();
  }

  /** Like {@link RdmaResources#list}, for these devices. */
  public void list(Set<ResourceType> unlisted, Consumer<RdmaResources.Listed> visitor) {
    RdmaResources.list(namespaces, this::admits, unlisted, visitor);
  }

  /** Like {@link RdmaResources#entries}, for these devices. */
  public void entries(Set<ResourceType> unlisted, Consumer<RdmaResources.Entry> visitor) {
    RdmaResources.entries(namespaces, this::admits, unlisted, visitor);
  }

  /** Whether a device is left out; false for one that has not been listed yet. */
  public boolean isLeftOut(int index) {
    return leftOut.contains(index);
  }

  /**
   * Whether a device may exist although netlink does not report it: it was not found, and not all
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
