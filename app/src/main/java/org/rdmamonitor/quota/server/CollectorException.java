// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.IOException;
import java.io.Serial;

/** The collector cannot begin: why, in a sentence. */
public final class CollectorException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  public CollectorException(String sentence) {
    super(sentence);
  }

  private CollectorException(String sentence, Throwable cause) {
    super(sentence, cause);
  }

  static CollectorException of(String tried, Exception cause) {
    return cause instanceof CollectorException known
        ? known
        : new CollectorException(tried + cause.getMessage(), cause);
  }
}
