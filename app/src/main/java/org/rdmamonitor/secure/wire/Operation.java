// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** The operation that is repeated. */
public enum Operation implements Coded {
  SEND(1),
  WRITE(2),
  WRITE_WITH_IMMEDIATE(3),
  READ(4),
  COMPARE_AND_SWAP(5),
  FETCH_AND_ADD(6);

  /** Bytes that an atomic operation works on. */
  public static final int ATOMIC_BYTES = 8;

  private final int code;

  Operation(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /** Whether it changes 8 bytes of the other end's memory atomically. */
  public boolean isAtomic() {
    return this == COMPARE_AND_SWAP || this == FETCH_AND_ADD;
  }

  /**
   * Whether the transport supports it (InfiniBand Architecture Specification, vol. 1, table 38).
   */
  public boolean isPossibleOver(Transport transport) {
    return switch (transport) {
      case RC -> true;
      case UC -> this != READ && !isAtomic();
      case UD -> this == SEND;
    };
  }
}
