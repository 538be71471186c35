// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.io.IOException;
import java.io.Serial;

/**
 * What a peer sent is no valid message. It is the only exception by which {@link Codec} refuses
 * bytes; its message is a clause for people and holds nothing of the peer's that a terminal could
 * mistake for a command.
 */
public final class WireException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  WireException(String what) {
    super(what);
  }

  WireException(FieldException cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
