// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/** The largest payload of a packet. */
public enum Mtu {
  MTU_256,
  MTU_512,
  MTU_1024,
  MTU_2048,
  MTU_4096;

  /** Bytes. */
  public int bytes() {
    return 256 << ordinal();
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
    return ordinal() + 1;
  }

  static Mtu ofNumber(int number) {
    return values()[Math.clamp(number - 1L, 0, values().length - 1)];
  }
}
