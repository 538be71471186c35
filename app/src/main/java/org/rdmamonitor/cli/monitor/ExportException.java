// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.monitor;

import java.io.Serial;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.Failure;

/** Metrics cannot be served; the message is a sentence for the user. */
public final class ExportException extends RuntimeException implements Failure {
  @Serial private static final long serialVersionUID = 1;

  ExportException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public int exitCode() {
    return ExitCode.RUNTIME;
  }
}
