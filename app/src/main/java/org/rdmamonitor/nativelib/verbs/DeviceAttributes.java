// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/**
 * What a device can do.
 *
 * @param firmware version; may be empty
 * @param nodeGuid as the device numbers itself
 * @param maxRegion bytes of a memory region, unsigned
 * @param maxWorkRequests of a queue pair
 * @param maxSegments of a work request
 * @param maxCompletions of a completion queue
 * @param maxReads RDMA READs and atomics that a queue pair serves at a time
 * @param maxReadsAsked and that it asks for at a time
 */
public record DeviceAttributes(
    String firmware,
    long nodeGuid,
    int vendor,
    int part,
    long maxRegion,
    int maxQueuePairs,
    int maxWorkRequests,
    int maxSegments,
    int maxCompletionQueues,
    int maxCompletions,
    int maxRegions,
    int maxProtectionDomains,
    int maxWindows,
    int maxReads,
    int maxReadsAsked,
    Atomics atomics,
    boolean hasWindows2,
    int ports) {
  /** For whom an atomic operation is atomic. */
  public enum Atomics {
    NONE,
    /** For the other operations of this device. */
    DEVICE,
    /** For the processors too. */
    GLOBAL
  }
}
