// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A request got no answer; the message is words that follow the server's name. */
public final class NoAnswerException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  NoAnswerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
