// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/**
 * A process as it is at the moment of a request.
 *
 * @param comm its name
 * @param cgroup the path of its cgroup
 */
public record Tenant(ProcessKey process, int uid, String comm, String cgroup) {}
