// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.regex.Pattern;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;

/** What an address itself says about where it is unique. */
public final class Addresses {
  private static final Pattern LOOPBACK = Pattern.compile("::1|::ffff:127\\..*");

  private Addresses() {}

  /** Whether every host has this address for itself. */
  public static boolean isLoopback(String address) {
    return LOOPBACK.matcher(address).matches();
  }

  /** Within which bounds an address belongs to one host only; a LID is unique within a subnet. */
  static Gid.Scope scope(String address) {
    return address.startsWith(PeerAddress.LID_PREFIX)
        ? Gid.Scope.LINK
        : Gid.parse(address).map(Gid::scope).orElse(Gid.Scope.GLOBAL);
  }
}
