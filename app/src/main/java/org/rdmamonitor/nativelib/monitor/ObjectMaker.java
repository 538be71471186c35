// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

/**
 * Who made an object, as of that time.
 *
 * @param createdNanos when the BPF programs saw it, on the clock of {@link System#nanoTime}; 0 for
 *     an object that existed before
 * @param pid the process; for an object that existed before, the thread
 * @param comm the name of the thread
 * @param cgroup the id of its cgroup
 */
public record ObjectMaker(long createdNanos, int pid, String comm, long cgroup) {}
