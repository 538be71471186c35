// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.OptionalInt;
import org.rdmamonitor.secure.wire.ConnectionService;

/** The private data of a connection request: the server's token, and the index of the lane. */
final class Greeting {
  private static final int TOKEN_BYTES = 16;
  private static final int BYTES = TOKEN_BYTES + Short.BYTES;

  private Greeting() {}

  static byte[] of(ConnectionService service, int lane) {
    return ByteBuffer.allocate(BYTES).put(token(service)).putShort((short) lane).array();
  }

  /**
   * The lane that private data asks for, if it has the token; further bytes are ignored. The time
   * that this takes does not depend on the token.
   */
  static OptionalInt lane(ConnectionService service, byte[] privateData) {
    byte[] whole = new byte[BYTES];
    System.arraycopy(privateData, 0, whole, 0, Math.min(privateData.length, BYTES));
    ByteBuffer data = ByteBuffer.wrap(whole);
    byte[] token = new byte[TOKEN_BYTES];
    data.get(token);
    int lane = Short.toUnsignedInt(data.getShort());
    return MessageDigest.isEqual(token, token(service)) && privateData.length >= BYTES
        ? OptionalInt.of(lane)
        : OptionalInt.empty();
  }

  private static byte[] token(ConnectionService service) {
    return ByteBuffer.allocate(TOKEN_BYTES)
        .putLong(service.tokenHigh())
        .putLong(service.tokenLow())
        .array();
  }
}
