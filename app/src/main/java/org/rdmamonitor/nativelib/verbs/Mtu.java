// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/** The largest payload of a packet. */
public enum Mtu {
  MTU_256(1, 256),
  MTU_512(2, 512),
  MTU_1024(3, 1024),
  MTU_2048(4, 2048),
  MTU_4096(5, 4096);

  private final int number;
  private final int bytes;

  Mtu(int number, int bytes) {
    this.number = number;
    this.bytes = bytes;
  }

  /** Bytes. */
  public int bytes() {
    return bytes;
  }

  /** The one of so many bytes. */
  public static Mtu ofBytes(int bytes) {
    for (Mtu mtu : values()) {
      if (mtu.bytes() == bytes) {
        return mtu;
      }
    }
    throw new IllegalArgumentException(bytes + " is no MTU: 256, 512, 1024, 2048 or 4096 is");
  }

  /** Its number in enum ibv_mtu. */
  int number() {
    return number;
  }

  /** The one of this number; the smallest for a number that means none. */
  static Mtu ofNumber(int number) {
    for (Mtu mtu : values()) {
      if (mtu.number == number) {
        return mtu;
      }
    }
    return MTU_256;
  }
}
