// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

/**
 * The kinds of queue pairs ({@code enum ib_qp_type}), by the names that {@code rdma} gives them.
 */
public enum QueuePairType {
  SMI(0),
  GSI(1),
  RC(2),
  UC(3),
  UD(4),
  RAW_IPV6(5),
  RAW_ETHERTYPE(6),
  RAW_PACKET(8),
  XRC_INI(9),
  XRC_TGT(10),
  DRIVER(0xff),
  /** A number that has no name here, or that could not be read. */
  UNKNOWN(-1);

  private final int number;

  QueuePairType(int number) {
    this.number = number;
  }

  /** The type of a number of the kernel's enumeration. */
  public static QueuePairType of(int number) {
    for (QueuePairType type : values()) {
      if (type.number == number) {
        return type;
      }
    }
    return UNKNOWN;
  }

  /** Whether it talks to exactly one peer, once it is connected. */
  public boolean hasOnePeer() {
    return switch (this) {
      case RC, UC, XRC_INI, XRC_TGT -> true;
      case SMI, GSI, UD, RAW_IPV6, RAW_ETHERTYPE, RAW_PACKET, DRIVER, UNKNOWN -> false;
    };
  }

  /**
   * Whether it sends, or may send, to peers by address handles; drivers have types of their own.
   */
  public boolean sendsByHandles() {
    return switch (this) {
      case SMI, GSI, UD, DRIVER -> true;
      case RC, UC, XRC_INI, XRC_TGT, RAW_IPV6, RAW_ETHERTYPE, RAW_PACKET, UNKNOWN -> false;
    };
  }
}
