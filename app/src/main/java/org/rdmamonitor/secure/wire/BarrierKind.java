// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** How members go through a barrier: rdma-barrier(1). */
public enum BarrierKind implements Coded {
  NAIVE(1),
  POLLMID(2),
  POLLEND(3),
  INLINE(4),
  GFENCE(5);

  private final int code;

  BarrierKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
