// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.net.InetAddress;
import java.util.Optional;

/**
 * What an address of a device should be like. First it has to be able to reach the other end, then
 * to be that of the connection; then RoCE v2 goes before v1, routable before link-local, IPv4
 * before IPv6.
 *
 * @param local this host's address of a connection
 * @param like the other end's address, which only one of the same kind can reach
 */
public record Preference(Optional<Gid> local, Optional<GidEntry> like) {
  /** Where there is no connection. */
  public static final Preference USUAL = new Preference(Optional.empty(), Optional.empty());

  /** For a connection whose address on this host is known. */
  public static Preference of(InetAddress local, Optional<GidEntry> like) {
    return new Preference(Optional.of(Gid.of(local)), like);
  }

  /** From 0: the less, the better. */
  public int distance(GidEntry gid) {
    int distance = gid.gid().isIpv4() ? 0 : 1;
    distance += gid.gid().isLinkLocal() ? 2 : 0;
    distance +=
        switch (gid.type()) {
          case ROCE_V2, INFINIBAND -> 0;
          case ROCE_V1 -> 4;
        };
    if (local.isPresent()) {
      distance += gid.gid().equals(local.get()) ? 0 : 16;
    }
    if (like.isPresent()) {
      distance += gid.gid().isIpv4() == like.get().gid().isIpv4() ? 0 : 32;
      distance += gid.type() == like.get().type() ? 0 : 64;
    }
    return distance;
  }
}
