// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.util.Set;

/**
 * What a port is to be.
 *
 * @param mode how frames get in and out
 * @param isOptional whether nobody asked for that mode, so that it fails where another is better
 * @param interfaceName the network interface
 * @param device the RDMA device of the same port, for the modes that need one; empty: none
 * @param devicePort which port of it, from 1; 0: none
 * @param mac whose frames it gets, 48 bits; with all broadcast and multicast
 * @param use what it is for
 * @param rings how large it is
 * @param hashes by what flows are shared between the queues; empty: as the mode does by itself
 * @param oneSegment whether a frame is in one piece of memory, also where it is long
 * @param ownChecksums whether checksums that were left to a device are filled in, and the host
 *     looks at those that one has found right
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
   * @param everything whether it gets all other frames too that the interface sees
   * @param listens whether it never sends
   * @param joined whether it takes frames that offloads have made of several
   * @param alone whether it answers as its address, which no other of this host on the interface
   *     may do then
   */
  public record PortUse(boolean everything, boolean listens, boolean joined, boolean alone) {}

  /**
   * How large it is.
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
