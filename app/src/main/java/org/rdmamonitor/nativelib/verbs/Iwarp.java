// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/**
 * Devices of iWARP (cxgb4, irdma in that mode, siw). Their queue pairs are over a TCP connection of
 * their own, which only the connection manager makes: they have no PSNs and no states that a
 * program could bring them to with the other end's number and address.
 */
final class Iwarp {
  private Iwarp() {}

  /** Whether the device of this name is one. */
  static boolean is(String device) {
    try (Arena arena = Arena.ofConfined()) {
      return RdmaVerbs.rv_is_iwarp(arena.allocateFrom(device)) != 0;
    }
  }

  /** Why it is not used, and what to do. */
  static VerbsUnavailableException refusal(String device) {
    return new VerbsUnavailableException(
        "%s. %s".formatted(DeviceInfo.iwarpFinding(device), DeviceInfo.IWARP_REMEDY));
  }
}
