// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.util.List;

/**
 * A device as a whole.
 *
 * @param name {@code rxe0}
 * @param isIwarp whether only the connection manager can connect its queue pairs
 * @param maxInline bytes that a send work request may carry itself, as a queue pair shows that was
 *     made for this test; negative if none could be made
 */
public record DeviceInfo(
    String name,
    boolean isIwarp,
    DeviceAttributes attributes,
    List<PortInfo> ports,
    List<GidEntry> gids,
    int maxInline) {
  /** What to do about an iWARP device, and why the connection manager does not help. */
  public static final String IWARP_REMEDY =
      "--rdma-cm does not help: what is done here assumes more than iWARP has. Use a RoCE or"
          + " InfiniBand device; rdma-secure(1), IWARP, says more.";

  /** With copies of the lists. */
  public DeviceInfo {
    ports = List.copyOf(ports);
    gids = List.copyOf(gids);
  }

  /** What is wrong with an iWARP device, without a full stop. */
  public static String iwarpFinding(String device) {
    return device
        + " is an iWARP device: its queue pairs are connected by RDMA-CM only, not by numbers that"
        + " the ends tell each other, as they are here";
  }
}
