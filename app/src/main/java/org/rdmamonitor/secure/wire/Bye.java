// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** All is done; nothing follows from this end. */
public record Bye() implements Message {
  @Override
  public MessageType type() {
    return MessageType.BYE;
  }

  @Override
  public void write(WireOutput out) {}
}
