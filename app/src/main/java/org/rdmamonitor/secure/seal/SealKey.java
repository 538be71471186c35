// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The key of one direction of one queue pair of one connection. {@link #close} overwrites it. */
public final class SealKey implements AutoCloseable {
  /** Bytes of key material: 32 of key, 12 that nonces are mixed with. */
  static final int BYTES = 44;

  private static final int KEY_BYTES = 32;

  private final Direction direction;
  private final int queuePair;
  private final byte[] material;

  /** Takes ownership of the material. */
  SealKey(Direction direction, int queuePair, byte[] material) {
    if (material.length != BYTES) {
      throw new IllegalArgumentException("not " + BYTES + " bytes, but " + material.length);
    }
    this.direction = direction;
    this.queuePair = queuePair;
    this.material = material;
  }

  Direction direction() {
    return direction;
  }

  int queuePair() {
    return queuePair;
  }

  SecretKey cipherKey() {
    return new SecretKeySpec(material, 0, KEY_BYTES, "AES");
  }

  /** The nonce of a counter: direction, queue pair and counter, mixed with 12 secret bytes. */
  void nonce(long counter, byte[] nonce) {
    ByteBuffer.wrap(nonce)
        .putShort((short) direction.code())
        .putShort((short) queuePair)
        .putLong(counter);
    for (int i = 0; i < nonce.length; i++) {
      nonce[i] ^= material[KEY_BYTES + i];
    }
  }

  @Override
  public void close() {
    Arrays.fill(material, (byte) 0);
  }

  /** Leaves out the key. */
  @Override
  public String toString() {
    return direction + ", queue pair " + queuePair;
  }
}
