// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

/**
 * What a port is to be.
 *
 * @param interfaceName the network interface
 * @param mac whose frames it gets, 48 bits; with all broadcast and multicast
 * @param everything whether it gets all other frames too that the interface sees
 * @param listens whether it never sends
 * @param joined whether it takes frames that offloads have made of several
 * @param queues 1 to {@link #MOST_QUEUES}
 * @param receiveSize frames in each ring to receive: a power of two, 64 to 65536
 * @param transmitSize the same to send
 * @param frameSize bytes of the longest frame, without the frame check sequence; 60 to 65535
 */
public record PortSettings(
    String interfaceName,
    long mac,
    boolean everything,
    boolean listens,
    boolean joined,
    int queues,
    int receiveSize,
    int transmitSize,
    int frameSize) {
  public static final int MOST_QUEUES = 16;
}
