// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** How a port is addressed, by the names that Linux gives in {@code gid_attrs/types}. */
public enum GidType implements Coded {
  INFINIBAND(1),
  ROCE_V1(2),
  ROCE_V2(3);

  private final int code;

  GidType(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
