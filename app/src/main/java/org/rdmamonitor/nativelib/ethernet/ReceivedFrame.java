// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.time.Instant;

/**
 * A frame that has come.
 *
 * @param time when the kernel got it
 * @param data from the destination address on, without the frame check sequence; not copied
 * @param length on the wire, which may be more than there is of it
 * @param isComplete whether checksums are in it; where not, a device was to fill them in, which has
 *     not happened
 */
public record ReceivedFrame(
    Instant time,
    @SuppressWarnings("ArrayRecordComponent") byte[] data,
    int length,
    boolean isComplete) {}
