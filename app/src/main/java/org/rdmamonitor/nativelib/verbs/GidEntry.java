// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/**
 * A valid entry of a port's GID table.
 *
 * @param port from 1
 * @param index in the table
 * @param netdev index of the network interface; 0 on InfiniBand
 */
public record GidEntry(int port, int index, Gid gid, Type type, int netdev) {
  /** What packets from it look like. */
  public enum Type {
    INFINIBAND("InfiniBand"),
    ROCE_V1("RoCE v1"),
    ROCE_V2("RoCE v2");

    private final String title;

    Type(String title) {
      this.title = title;
    }

    /** As people write it. */
    public String title() {
      return title;
    }
  }
}
