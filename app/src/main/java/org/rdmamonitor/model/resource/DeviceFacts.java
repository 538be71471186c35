// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a device can hold, and how its ports are.
 *
 * @param most the most objects of a type that it says it can hold; without those that are not known
 * @param ports by number
 */
public record DeviceFacts(Map<ResourceType, Long> most, List<Port> ports) {
  /** Nothing is known. */
  public static final DeviceFacts NONE = new DeviceFacts(Map.of(), List.of());

  /**
   * A port.
   *
   * @param number from 1
   * @param state of the link, as sysfs has it, without its number: ACTIVE, DOWN, INIT, ARMED
   * @param physicalState LinkUp, Disabled, Polling ...
   * @param linkLayer Ethernet or InfiniBand
   * @param rate as sysfs has it: {@code 100 Gb/sec (4X EDR)}
   * @param netdev the Ethernet interface below it; empty if there is none
   * @param lid the first of its LIDs; 0 if it has none, as on Ethernet
   * @param counters by the name of their file in {@code counters} and {@code hw_counters}, as the
   *     kernel counts them ({@code port_*_data} in units of 4 bytes)
   */
  public record Port(
      int number,
      String state,
      String physicalState,
      String linkLayer,
      String rate,
      String netdev,
      int lid,
      Map<String, Long> counters) {
    public Port {
      counters = Map.copyOf(counters);
    }

    /** One without LIDs. */
    public Port(
        int number,
        String state,
        String physicalState,
        String linkLayer,
        String rate,
        String netdev,
        Map<String, Long> counters) {
      this(number, state, physicalState, linkLayer, rate, netdev, 0, counters);
    }
  }

  public DeviceFacts {
    most = Map.copyOf(most);
    ports = List.copyOf(ports);
  }

  /** Whether packets are routed by LIDs, where the port has one: on InfiniBand and Omni-Path. */
  public boolean hasLids() {
    return ports.stream().anyMatch(port -> port.lid() != 0);
  }

  /** The most objects of a type; empty where the device does not say. */
  public OptionalLong most(ResourceType type) {
    Long limit = most.get(type);
    return limit == null ? OptionalLong.empty() : OptionalLong.of(limit);
  }
}
