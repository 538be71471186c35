// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Offer;

/** Who connects the queue pairs. */
public enum ConnectionMode implements Coded {
  /** The two programs, from what {@link Offer} and {@link Answer} tell. */
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
