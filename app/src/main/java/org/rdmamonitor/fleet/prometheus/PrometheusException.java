// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.io.IOException;
import java.io.Serial;
import org.rdmamonitor.text.Printable;

/**
 * The server cannot be asked, or its answer is not what it should be; the message is a sentence.
 */
public final class PrometheusException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private static final int MOST = 300;

  PrometheusException(String message) {
    super(printable(message));
  }

  PrometheusException(String message, Throwable cause) {
    super(printable(message), cause);
  }

  /** Necessary because part of the message may come from the server. */
  private static String printable(String message) {
    String line = message.lines().findFirst().orElse("");
    return Printable.of(line.length() > MOST ? line.substring(0, MOST) + " ..." : line);
  }
}
