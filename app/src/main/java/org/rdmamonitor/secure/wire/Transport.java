// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** Types of queue pairs. */
public enum Transport implements Coded {
  /** Reliable connection: everything arrives, once, in order. */
  RC(1),
  /** Unreliable connection: in order, but messages may be lost. */
  UC(2),
  /** Unreliable datagram: messages of one packet, which may be lost or overtake each other. */
  UD(3);

  private final int code;

  Transport(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
