// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.OptionalInt;
import org.rdmamonitor.model.cgroup.Cgroup;

/**
 * Whom a finding is about: a process, or a cgroup as such.
 *
 * @param cgroup the cgroup, or that of the process
 * @param pid of the process; empty for a cgroup
 */
public record Party(Cgroup cgroup, OptionalInt pid) {}
