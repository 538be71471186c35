// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import org.rdmamonitor.model.cgroup.Cgroup;

/**
 * A limit of a cgroup that is exceeded.
 *
 * @param cgroup path of the cgroup that has the limit, for itself and all below it
 */
public record CgroupBreach(String cgroup, Breach breach) {
  /** Whether what a cgroup does counts for the limit. */
  boolean isOf(String path) {
    return Cgroup.isWithin(path, cgroup);
  }
}
