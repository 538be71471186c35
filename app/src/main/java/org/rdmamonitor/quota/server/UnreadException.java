// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.Serial;

/** A client does not read what it is told. */
final class UnreadException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  UnreadException() {
    super("the other end does not read");
  }
}
