// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * A run may begin: all that this end needs for it is in place.
 *
 * @param size bytes of payload of each message, from 1 to 1 GiB
 */
public record Start(long size) implements Message {
  private static final Field SIZE = new Field("size", 1, Sizes.LARGEST);

  public Start {
    SIZE.check(size);
  }

  @Override
  public MessageType type() {
    return MessageType.START;
  }

  @Override
  public void write(WireOutput out) {
    out.u32(size);
  }

  static Start read(WireInput in) throws WireException {
    return new Start(in.u32());
  }
}
