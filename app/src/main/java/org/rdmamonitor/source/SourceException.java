// SPDX-License-Identifier: MIT
package org.rdmamonitor.source;

import java.io.Serial;

/** A source cannot be opened or read; the message is a sentence for the user. */
public class SourceException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  public SourceException(String message) {
    super(message);
  }

  public SourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
