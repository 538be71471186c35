// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** The server's queue pairs can send and receive. */
public record Ready() implements Message {
  @Override
  public MessageType type() {
    return MessageType.READY;
  }

  @Override
  public void write(WireOutput out) {}
}
