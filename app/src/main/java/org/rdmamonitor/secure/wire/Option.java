// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** What a client may want in addition. On the wire each is a bit. */
public enum Option {
  /** Both ends send. */
  BIDIRECTIONAL(1),
  /** Contents are a pattern that the receiver checks. */
  VERIFY(1 << 1),
  /** Contents are encrypted and authenticated by the two ends. */
  SEAL(1 << 2);

  private final int bit;

  Option(int bit) {
    this.bit = bit;
  }

  int bit() {
    return bit;
  }
}
