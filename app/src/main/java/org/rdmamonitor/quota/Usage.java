// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.List;

/**
 * Who holds what, at one moment.
 *
 * @param total including what no lease covers
 * @param calls control calls of the last full second
 * @param uncovered the part of the total that no lease covers
 * @param cgroups those in which processes hold something, or that have limits, by path
 * @param processes those that hold something, by pid
 * @param granted requests since the collector was started
 * @param refused requests since then
 */
public record Usage(
    QuotaLimits limits,
    Amounts total,
    long calls,
    Amounts uncovered,
    List<OfCgroup> cgroups,
    List<OfProcess> processes,
    long granted,
    long refused) {
  /**
   * A cgroup.
   *
   * @param own what is held in it
   * @param tree the same with all that is in it
   * @param calls control calls of the last full second, with all that is in it
   */
  public record OfCgroup(String path, Amounts own, Amounts tree, long calls) {}

  /**
   * A process.
   *
   * @param cgroup the one that it was last seen in
   * @param granted the leases that it uses
   * @param uncovered objects that the kernel counts beyond them
   */
  public record OfProcess(
      ProcessKey process, int uid, String comm, String cgroup, Amounts granted, Amounts uncovered) {
    boolean holdsAny() {
      return !granted.isNone() || !uncovered.isNone();
    }
  }

  public Usage {
    cgroups = List.copyOf(cgroups);
    processes = List.copyOf(processes);
  }
}
