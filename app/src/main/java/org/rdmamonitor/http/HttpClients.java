// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Clients, and what is told where a request did not come to an answer. */
public final class HttpClients {
  private HttpClients() {}

  /**
   * A client that goes where it is sent and nowhere else: it follows no redirect.
   *
   * @param connect how long it may take to get a connection
   * @throws HttpSetupException if TLS cannot be set up
   */
  public static HttpClient of(URI server, HttpConfig config, Duration connect)
      throws HttpSetupException {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(connect)
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER);
    if (ServerAddress.isTls(server)) {
      builder.sslContext(TlsContexts.of(config.tls()));
    }
    return builder.build();
  }

  /** Why there is no answer, in words that follow the server's name. */
  public static String failure(@Nullable Throwable cause) {
    if (cause instanceof SSLException) {
      return "cannot be reached over TLS: " + cause.getMessage();
    }
    return "cannot be reached" + words(cause);
  }

  private static String words(@Nullable Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof UnresolvedAddressException) {
        return ": there is no such host";
      }
      if (at.getMessage() != null) {
        return ": " + at.getMessage();
      }
    }
    return cause instanceof ConnectException ? ": nothing listens there" : "";
  }
}
