// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.regex.Pattern;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;

/** What an address says of where it is one. */
public final class Addresses {
  private static final Pattern LOOPBACK = Pattern.compile("::1|::ffff:127\\..*");

  private Addresses() {}

  /** Whether each host has it, for itself. */
  public static boolean isLoopback(String address) {
    return LOOPBACK.matcher(address).matches();
  }

  /** Where it is that of one host only; LIDs are those of one subnet. */
  static Gid.Scope scope(String address) {
    return address.startsWith(PeerAddress.LID_PREFIX)
        ? Gid.Scope.LINK
        : Gid.parse(address).map(Gid::scope).orElse(Gid.Scope.GLOBAL);
  }
}
