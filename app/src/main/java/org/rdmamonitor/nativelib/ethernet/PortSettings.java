// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.util.Set;

/**
 * The settings of a port.
 *
 * @param mode how frames get in and out
 * @param isOptional whether nobody asked for that mode, so that opening fails if another one is
 *     better
 * @param interfaceName the network interface
 * @param device the RDMA device of the same port, for the modes that need one; empty: none
 * @param devicePort which port of it, from 1; 0: none
 * @param mac frames for this address are received, 48 bits; and all broadcast and multicast
 * @param use what the port is for
 * @param rings how large it is
 * @param hashes by which fields flows are spread over the queues; empty: the mode's default
 * @param oneSegment whether a frame must be in one piece of memory, even a long one
 * @param ownChecksums whether checksums that were left to a device are filled in by software, and
 *     checksums that a device has verified are verified again
 */
public record PortSettings(
    PortMode mode,
    boolean isOptional,
    String interfaceName,
    String device,
    int devicePort,
    long mac,
    PortUse use,
    Rings rings,
    Set<FlowHash> hashes,
    boolean oneSegment,
    boolean ownChecksums) {
  public static final int MOST_QUEUES = 16;

  /**
   * What a port is for.
   *
   * @param everything whether it also receives all other frames that the interface sees
   * @param listens whether it never sends
   * @param joined whether it accepts frames that offloads have joined from several
   * @param alone whether it answers as its address, so that no other port of this host on the
   *     interface may do so
   */
  public record PortUse(boolean everything, boolean listens, boolean joined, boolean alone) {}

  /**
   * The size of a port.
   *
   * @param queues 1 to {@link #MOST_QUEUES}
   * @param receiveSize frames in each ring to receive: a power of two, 64 to 65536
   * @param transmitSize the same to send
   * @param frameSize bytes of the longest frame, without the frame check sequence; 60 to 65535
   */
  public record Rings(int queues, int receiveSize, int transmitSize, int frameSize) {}

  int hashBits() {
    return hashes.stream().mapToInt(FlowHash::bit).sum();
  }
}
