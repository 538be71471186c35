// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One reading of a source: what has been counted since the source was opened, and what exists now.
 *
 * @param time when it was read
 * @param nanos the same on a monotonic clock, in nanoseconds; only differences mean anything
 * @param devices the RDMA devices that exist
 * @param cgroups names for the cgroup ids in {@code counts}
 * @param counts per cgroup and device
 * @param errors how often each verb returned each errno (positive; 0 stands for values that are not
 *     kept apart)
 * @param health how well the source saw it
 */
public record Sample(
    Instant time,
    long nanos,
    List<Device> devices,
    List<Cgroup> cgroups,
    Map<Scope, Counts> counts,
    Map<Verb, Map<Integer, Long>> errors,
    Health health) {

  /** Whose counts: a cgroup id and a device index. */
  public record Scope(long cgroup, int device) {}

  public Sample {
    devices = List.copyOf(devices);
    cgroups = List.copyOf(cgroups);
    counts = Map.copyOf(counts);
    errors = Map.copyOf(errors);
  }
}
