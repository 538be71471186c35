// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.io.Serial;

/** A result was not what it should be; the message says what, without a full stop. */
final class LoopbackException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  LoopbackException(String message) {
    super(message);
  }
}
