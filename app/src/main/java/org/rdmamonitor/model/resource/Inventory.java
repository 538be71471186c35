// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The objects that exist, one by one, and the processes that own them. Listing them takes longer
 * than counting, so an inventory can be older than the sample that it comes with.
 *
 * <p>Only a bounded number of objects is listed one by one: owners with very many keep a fair
 * share, and the rest is added up.
 *
 * @param time when it was listed; {@link Instant#EPOCH} if it never was
 * @param objects in the order of type, device and id
 * @param processes those that own objects, by pid
 * @param leftOut what exists besides {@code objects}, by pid and type
 * @param handles address handles that were made since the monitor began to watch, by number: the
 *     kernel has no list of them
 * @param handlesLeftOut how many there are besides {@code handles}
 */
public record Inventory(
    Instant time,
    List<LiveObject> objects,
    List<Owner> processes,
    List<Rest> leftOut,
    List<AddressHandle> handles,
    long handlesLeftOut) {
  /** Not listed. */
  public static final Inventory NONE = new Inventory(Instant.EPOCH, List.of(), List.of());

  /** Stands in place of a pid for all processes that are not listed themselves. */
  public static final int OTHERS = -1;

  /**
   * A process that owns objects.
   *
   * @param comm its name
   * @param cgroup id of its cgroup
   * @param cpu the processor time that it has used so far (proc_pid_stat(5), utime and stime)
   * @param started when it started, as time since the boot; distinguishes it from others with its
   *     pid
   */
  public record Owner(int pid, String comm, long cgroup, Duration cpu, Duration started) {}

  /**
   * Objects of a process that are not listed one by one.
   *
   * @param pid 0 for the kernel; {@link #OTHERS} for processes that are not listed
   * @param count how many
   * @param size bytes of all memory regions, entries of all completion queues; else 0
   */
  public record Rest(int pid, ResourceType type, long count, long size) {}

  public Inventory {
    objects = List.copyOf(objects);
    processes = List.copyOf(processes);
    leftOut = List.copyOf(leftOut);
    handles = List.copyOf(handles);
  }

  /** An inventory without address handles. */
  public Inventory(
      Instant time, List<LiveObject> objects, List<Owner> processes, List<Rest> leftOut) {
    this(time, objects, processes, leftOut, List.of(), 0);
  }

  /** An inventory that lists everything. */
  public Inventory(Instant time, List<LiveObject> objects, List<Owner> processes) {
    this(time, objects, processes, List.of());
  }

  /** The same inventory, with all times in it, as if it were this much later. */
  public Inventory later(Duration by) {
    if (time.equals(NONE.time)) {
      return this;
    }
    return new Inventory(
        time.plus(by),
        objects.stream().map(object -> object.later(by)).toList(),
        processes,
        leftOut,
        handles.stream().map(handle -> handle.later(by)).toList(),
        handlesLeftOut);
  }

  /** How many objects exist besides those that are listed. */
  public long leftOutCount() {
    return leftOut.stream().mapToLong(Rest::count).sum();
  }

  /** How many of a type. */
  public long leftOutCount(ResourceType type) {
    return leftOut.stream().filter(rest -> rest.type() == type).mapToLong(Rest::count).sum();
  }

  /** Whether every object of a type is listed. */
  public boolean hasAll(ResourceType type) {
    return leftOut.stream().noneMatch(rest -> rest.type() == type);
  }
}
