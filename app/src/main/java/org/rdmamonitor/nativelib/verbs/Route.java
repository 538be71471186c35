// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/**
 * The way to another port.
 *
 * @param port the own one, from 1
 * @param gidIndex of the own address in the port's GID table
 * @param destination the other's GID; without meaning where {@code global} is false
 * @param lid of the other on InfiniBand; 0 on Ethernet
 * @param hopLimit 0 to 255
 * @param trafficClass 0 to 255
 * @param flowLabel 0 to 2^20 - 1
 * @param serviceLevel 0 to 15
 * @param global whether packets carry GIDs, as always on Ethernet
 */
public record Route(
    int port,
    int gidIndex,
    Gid destination,
    int lid,
    int hopLimit,
    int trafficClass,
    int flowLabel,
    int serviceLevel,
    boolean global) {
  private static final int HOPS = 64;

  /** Checks the ranges. */
  public Route {
    Ranges.check("port", port, 1, 255);
    Ranges.check("GID index", gidIndex, 0, 255);
    Ranges.check("LID", lid, 0, 0xffff);
    Ranges.check("hop limit", hopLimit, 0, 255);
    Ranges.check("traffic class", trafficClass, 0, 255);
    Ranges.check("flow label", flowLabel, 0, 0xfffff);
    Ranges.check("service level", serviceLevel, 0, 15);
  }

  /** On Ethernet, or on InfiniBand across subnets. */
  public static Route to(int port, int gidIndex, Gid destination) {
    return new Route(port, gidIndex, destination, 0, HOPS, 0, 0, 0, true);
  }

  /** In an InfiniBand subnet. */
  public static Route toLid(int port, int lid) {
    return new Route(port, 0, Gid.of(new byte[Gid.BYTES]), lid, 0, 0, 0, 0, false);
  }
}
