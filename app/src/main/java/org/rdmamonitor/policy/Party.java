// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.OptionalInt;
import org.rdmamonitor.model.cgroup.Cgroup;

/**
 * Whom something is about that was found: a process, or a cgroup as such.
 *
 * @param cgroup that of the process, or the one itself
 * @param pid of the process; empty where it is a cgroup
 */
public record Party(Cgroup cgroup, OptionalInt pid) {}
