// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.io.IOException;
import java.io.Serial;
import org.rdmamonitor.text.Printable;

/** The server cannot be asked, or does not answer as it has to; the message is a sentence. */
public final class PrometheusException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private static final int MOST = 300;

  PrometheusException(String message) {
    super(printable(message));
  }

  PrometheusException(String message, Throwable cause) {
    super(printable(message), cause);
  }

  /** Part of it may be what the server said. */
  private static String printable(String message) {
    String line = message.lines().findFirst().orElse("");
    return Printable.of(line.length() > MOST ? line.substring(0, MOST) + " ..." : line);
  }
}
