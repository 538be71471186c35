// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * A client wants to be a member of the server's group.
 *
 * @param tcpPort where it accepts connections of other members, for comparisons with TCP
 */
public record Join(int tcpPort) implements Message {
  private static final Field TCP_PORT = new Field("tcp_port", 1, 65_535);

  public Join {
    TCP_PORT.check(tcpPort);
  }

  @Override
  public MessageType type() {
    return MessageType.JOIN;
  }

  @Override
  public void write(WireOutput out) {
    out.u16(tcpPort);
  }

  static Join read(WireInput in) throws WireException {
    return new Join(in.u16());
  }
}
