// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

/**
 * An address handle (struct rm_handle).
 *
 * @param index of its element, which no other has at the same time
 * @param sinceNanos CLOCK_MONOTONIC: when it was made
 * @param cgroup of the task that made it
 * @param pdn its protection domain, as resource tracking numbers it
 * @param pid of the process that made it; 0 for a kernel consumer
 * @param comm the name of that process, or of the kernel consumer
 * @param address of the peer
 */
public record HandleRecord(
    int index,
    long sinceNanos,
    long cgroup,
    int device,
    int pdn,
    int pid,
    String comm,
    AddressRecord address) {}
