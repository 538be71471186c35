// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** Sizes of a packet's payload; on the wire as in {@code enum ibv_mtu}. */
public enum Mtu implements Coded {
  MTU_256(1),
  MTU_512(2),
  MTU_1024(3),
  MTU_2048(4),
  MTU_4096(5);

  private final int code;

  Mtu(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /** The size. */
  public int bytes() {
    return 128 << code;
  }
}
