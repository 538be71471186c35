// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

/** Whom policies permit to talk to; {@link PeerTable} is the implementation. */
public interface Peers {
  /**
   * Addresses that begin with the same bits, on the list of a policy.
   *
   * @param policy its number, from 1
   * @param isLid whether they are LIDs, of 32 bits in the upper half of {@code high}; else GIDs
   * @param high the first 8 bytes of the first of them
   * @param low the last 8 bytes
   * @param length of what they have in common, in bits
   */
  record Prefix(int policy, boolean isLid, long high, long low, int length) {}

  /**
   * Sets whether they are permitted; a longer prefix has precedence.
   *
   * @throws org.rdmamonitor.nativelib.posix.NativeException if there is no room
   */
  void put(Prefix prefix, boolean isPermitted);

  /** Takes them off the list. */
  void remove(Prefix prefix);
}
