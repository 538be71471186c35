// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.ethernet;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * An interface beside the host's own stack, which {@code rdma-secure ethernet create} keeps, and
 * what it has counted since it began. Names were chosen by others, and are at most as long as the
 * kernel allows.
 *
 * @param name of the tap device; empty for one that answers by itself
 * @param hostInterface whose port it shares
 * @param device the RDMA device of that port; empty if there is none
 * @param mode how frames get in and out: {@code packet}, {@code xdp}, {@code verbs} or {@code dv}
 * @param mac its address
 * @param process that keeps it
 * @param time when this was counted
 * @param queues counts of each queue, by its number from 0; missing ones are 0
 * @param port the counts of all queues together, including what belongs to no queue
 */
public record EthernetInterface(
    String name,
    String hostInterface,
    String device,
    String mode,
    String mac,
    Owner process,
    Instant time,
    List<Map<EthernetCount, Long>> queues,
    Map<EthernetCount, Long> port) {
  /**
   * A process.
   *
   * @param pid in its own PID namespace
   * @param started when, in clock ticks since the boot; distinguishes it from others with its pid
   */
  public record Owner(int pid, long started) {}

  public EthernetInterface {
    queues = queues.stream().map(Map::copyOf).toList();
    port = Map.copyOf(port);
  }

  /** The same interface, as if it were this much later. */
  EthernetInterface later(Duration by) {
    return new EthernetInterface(
        name, hostInterface, device, mode, mac, process, time.plus(by), queues, port);
  }

  /** What people call it: its name, or its address if it has none. */
  public String label() {
    return name.isEmpty() ? mac : name;
  }

  /** What the port has counted for no particular queue, where that is not 0. */
  public Map<EthernetCount, Long> rest() {
    Map<EthernetCount, Long> rest = new EnumMap<>(EthernetCount.class);
    port.forEach((count, all) -> {
      long own = queues.stream().mapToLong(queue -> queue.getOrDefault(count, 0L)).sum();
      if (all > own) {
        rest.put(count, all - own);
      }
    });
    return rest;
  }

  /** Frames that were lost, by whatever cause. */
  public static long drops(Map<EthernetCount, Long> counts) {
    long sum = 0;
    for (Map.Entry<EthernetCount, Long> count : counts.entrySet()) {
      sum += count.getKey().isDrop() ? count.getValue() : 0;
    }
    return sum;
  }

  /** Whether the other is the same interface of the same process. */
  public boolean isSame(EthernetInterface other) {
    return process.equals(other.process)
        && mac.equals(other.mac)
        && name.equals(other.name)
        && hostInterface.equals(other.hostInterface);
  }
}
