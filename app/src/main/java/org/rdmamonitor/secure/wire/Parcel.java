// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.Arrays;

/** A part of another conversation, which the two ends hold over this one: 1 to 32768 bytes. */
public final class Parcel implements Message {
  /** The most bytes of one. */
  public static final int MOST_BYTES = 1 << 15;

  private static final Field LENGTH = new Field("bytes", 1, MOST_BYTES);

  private final byte[] bytes;

  /** With a copy of these bytes. */
  public Parcel(byte[] bytes) {
    LENGTH.check(bytes.length);
    this.bytes = bytes.clone();
  }

  /** A copy of its bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public MessageType type() {
    return MessageType.PARCEL;
  }

  @Override
  public void write(WireOutput out) {
    out.bytes(bytes);
  }

  static Parcel read(WireInput in) throws WireException {
    return new Parcel(in.rest());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Parcel parcel && Arrays.equals(bytes, parcel.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Without its bytes. */
  @Override
  public String toString() {
    return "Parcel[" + bytes.length + " bytes]";
  }
}
