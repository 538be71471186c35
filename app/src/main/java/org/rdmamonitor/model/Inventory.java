// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The objects that exist, one by one, and the processes that own them. Listing them takes longer
 * than counting, so an inventory can be older than the sample that it comes with.
 *
 * @param time when it was listed; {@link Instant#EPOCH} if it never was
 * @param objects in the order of type, device and id
 * @param processes those that own objects, by pid
 */
public record Inventory(Instant time, List<LiveObject> objects, List<Owner> processes) {
  /** Not listed. */
  public static final Inventory NONE = new Inventory(Instant.EPOCH, List.of(), List.of());

  /**
   * A process that owns objects.
   *
   * @param comm its name
   * @param cgroup id of its cgroup
   * @param cpu the processor time that it has used so far (proc_pid_stat(5), utime and stime)
   * @param started since when it runs, as time since the boot; tells it from another of the same
   *     pid
   */
  public record Owner(int pid, String comm, long cgroup, Duration cpu, Duration started) {}

  public Inventory {
    objects = List.copyOf(objects);
    processes = List.copyOf(processes);
  }
}
