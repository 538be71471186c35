// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.monitor;

import java.io.Serial;

/** Metrics cannot be served; the message is a sentence for the user. */
public final class ExportException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  ExportException(String message, Throwable cause) {
    super(message, cause);
  }
}
