// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.io.Serial;

/** A host is lost, and with it everything that needs it. */
public final class HostsBrokenException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final IOException reason;

  HostsBrokenException(IOException reason) {
    super(reason);
    this.reason = reason;
  }

  /** Why the host is lost; the message is a sentence for people. */
  public IOException reason() {
    return reason;
  }
}
