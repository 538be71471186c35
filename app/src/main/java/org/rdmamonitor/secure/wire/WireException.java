// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.io.IOException;
import java.io.Serial;

/**
 * What a peer sent is no valid message. This is the only exception by which {@link Codec} refuses
 * bytes. Its message is a clause for people, and contains nothing of the peer's that a terminal
 * could take for a command.
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
