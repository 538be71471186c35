// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Offer;

/** Who tells the queue pairs of each other. */
public enum ConnectionMode implements Coded {
  /** The two programs, with what {@link Offer} and {@link Answer} say. */
  BY_HAND(1),
  /** The RDMA connection manager, see {@link ConnectionService}. */
  CONNECTION_MANAGER(2);

  private final int code;

  ConnectionMode(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
