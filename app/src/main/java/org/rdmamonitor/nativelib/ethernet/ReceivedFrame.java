// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.time.Instant;

/**
 * A received frame.
 *
 * @param time when the kernel got it
 * @param data from the destination address on, without the frame check sequence; not copied
 * @param length on the wire, which may be more than there is of it
 * @param isComplete whether checksums are in it; if not, they were left to a device, which has not
 *     filled them in
 */
public record ReceivedFrame(
    Instant time,
    @SuppressWarnings("ArrayRecordComponent") byte[] data,
    int length,
    boolean isComplete) {}
