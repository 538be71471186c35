// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.io.IOException;
import java.io.Serial;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** A request got no answer; the message is words that follow the server's name. */
public final class NoAnswerException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean isUnsent;

  NoAnswerException(String message, @Nullable Throwable cause) {
    super(message, cause);
    boolean unsent = false;
    for (Throwable at = cause; at != null; at = at.getCause()) {
      unsent |=
          at instanceof ConnectException
              || at instanceof HttpConnectTimeoutException
              || at instanceof UnresolvedAddressException
              || at instanceof SSLHandshakeException;
    }
    this.isUnsent = unsent;
  }

  /** Whether there was no connection by which the request could have come to the server. */
  public boolean isUnsent() {
    return isUnsent;
  }
}
