// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/**
 * What a process was granted while it was in a cgroup, and has not given back. A lease ends with
 * its process.
 *
 * @param uid the user that the process ran as when it first asked
 */
public record Lease(ProcessKey process, int uid, String cgroup, Amounts amounts) {}
