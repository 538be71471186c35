// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.util.Optional;

/** The states of a queue pair, in the order of the kernel's {@code enum ib_qp_state}. */
public enum QueuePairState {
  RESET,
  INIT,
  RTR,
  RTS,
  SQD,
  SQE,
  ERR;

  /** The state of a number of {@code enum ib_qp_state}; empty for one that is not defined. */
  public static Optional<QueuePairState> of(int number) {
    return number >= 0 && number < values().length
        ? Optional.of(values()[number])
        : Optional.empty();
  }

  /** Whether a connection in it stands: it has its peer, and nothing has failed. */
  public boolean isEstablished() {
    return switch (this) {
      case RTR, RTS, SQD -> true;
      case RESET, INIT, SQE, ERR -> false;
    };
  }
}
