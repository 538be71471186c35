// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.io.IOException;
import java.io.Serial;

/**
 * Something that a request needs (a secret, a certificate, a key) cannot be used; the message is a
 * sentence.
 */
public final class HttpSetupException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  HttpSetupException(String message) {
    super(message);
  }

  /** With the cause that the message is about. */
  public HttpSetupException(String message, Throwable cause) {
    super(message, cause);
  }
}
