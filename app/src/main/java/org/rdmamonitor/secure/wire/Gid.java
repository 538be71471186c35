// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.nio.ByteBuffer;

/**
 * A port's address of 128 bits, in network byte order.
 *
 * @param high the first 8 bytes
 * @param low the last 8 bytes
 */
public record Gid(long high, long low) {
  public Gid {
    if (high == 0 && low == 0) {
      throw new FieldException("gid", "::", "an address");
    }
    if (high >>> 56 == 0xff) {
      throw new FieldException("gid", "a multicast address", "a unicast address");
    }
  }

  /** Of 16 bytes, as verbs and sysfs have them. */
  public static Gid of(byte[] bytes) {
    if (bytes.length != 16) {
      throw new FieldException("gid", bytes.length + " bytes", "16 bytes");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new Gid(buffer.getLong(), buffer.getLong());
  }

  /** The 16 bytes. */
  public byte[] bytes() {
    return ByteBuffer.allocate(16).putLong(high).putLong(low).array();
  }

  void write(WireOutput out) {
    out.u64(high);
    out.u64(low);
  }

  static Gid read(WireInput in) throws WireException {
    return new Gid(in.u64(), in.u64());
  }

  /** As in sysfs: {@code fe80:0000:0000:0000:5054:00ff:fe00:0001}. */
  @Override
  public String toString() {
    StringBuilder result = new StringBuilder(39);
    for (int i = 0; i < 8; i++) {
      long half = i < 4 ? high : low;
      String group = Long.toHexString(1L << 16 | (half >>> (48 - 16 * (i & 3)) & 0xffff));
      result.append(i == 0 ? "" : ":").append(group, 1, 5);
    }
    return result.toString();
  }
}
