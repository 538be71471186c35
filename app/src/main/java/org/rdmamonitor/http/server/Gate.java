// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies the configuration, as it is at each moment, to connections and requests. */
final class Gate implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Gate.class.getName());

  private final LiveWebConfig config;
  private final WebServer.Handler handler;
  private final Passwords passwords = new Passwords();
  private @Nullable TokenBucket bucket;

  Gate(LiveWebConfig config, WebServer.Handler handler) {
    this.config = config;
    this.handler = handler;
  }

  /** The socket to talk over: with TLS, after its handshake, or the plain one. */
  Socket over(Socket socket) throws IOException {
    Optional<ServerTls> tls = config.now().tls();
    return tls.isPresent() ? tls.get().over(socket) : socket;
  }

  /** The answer to a request from there, or a refusal. */
  Response answer(Request request, Origin origin) throws IOException {
    WebConfig allowed = config.now().config();
    Response response = answer(request, origin, allowed);
    for (Map.Entry<String, String> header : allowed.headers().entrySet()) {
      response = response.with(header.getKey(), header.getValue());
    }
    return response;
  }

  private Response answer(Request request, Origin origin, WebConfig allowed) throws IOException {
    if (allowed.rate().isPresent() && !bucket(allowed.rate().get()).take()) {
      return Response.text(429, "There are more requests than rate_limit allows.");
    }
    if (!allowed.users().isEmpty()) {
      switch (verdict(request, origin, allowed.users())) {
        case RIGHT -> {}
        case WRONG -> {
          return Response.text(401, "A user and the right password are needed.")
              .with("WWW-Authenticate", "Basic realm=\"rdma-monitor\", charset=\"UTF-8\"");
        }
        case BUSY -> {
          return Response.text(503, "Too many passwords are being checked.")
              .with("Retry-After", "1");
        }
      }
    }
    try {
      return handler.answer(request);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "a request could not be answered", e);
      return Response.text(500, "This could not be answered.");
    }
  }

  private synchronized TokenBucket bucket(WebConfig.Rate rate) {
    if (bucket == null || !bucket.rate().equals(rate)) {
      bucket = new TokenBucket(rate, System::nanoTime);
    }
    return bucket;
  }

  private Passwords.Verdict verdict(Request request, Origin origin, Map<String, String> users) {
    List<String> credentials = request.header("Authorization");
    if (credentials.size() != 1 || !credentials.getFirst().matches("(?i:basic) +[A-Za-z0-9+/=]+")) {
      return Passwords.Verdict.WRONG;
    }
    try {
      String base64 = credentials.getFirst().substring("basic ".length()).strip();
      String pair = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      return colon < 0
          ? Passwords.Verdict.WRONG
          : passwords.check(origin, users, pair.substring(0, colon), pair.substring(colon + 1));
    } catch (IllegalArgumentException notBase64) {
      return Passwords.Verdict.WRONG;
    }
  }

  @Override
  public void close() {
    passwords.close();
  }
}
