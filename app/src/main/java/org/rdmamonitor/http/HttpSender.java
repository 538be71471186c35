// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.units.Times;

/**
 * Sends requests to a server, authenticates each, and waits for the answer for a limited time. It
 * does not follow redirects, so a request goes nowhere but where it is sent. Safe for use by
 * several threads.
 */
public final class HttpSender implements AutoCloseable {
  private final HttpConfig config;
  private final Duration timeout;
  private final HttpClient client;

  private HttpSender(HttpConfig config, Duration timeout, HttpClient client) {
    this.config = config;
    this.timeout = timeout;
    this.client = client;
  }

  /**
   * A sender of requests to a server.
   *
   * @param timeout of a request, from its beginning until the answer's body has been handled; also
   *     for making a connection
   * @throws HttpSetupException if TLS cannot be set up
   */
  public static HttpSender to(URI server, HttpConfig config, Duration timeout)
      throws HttpSetupException {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(timeout)
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER);
    if (ServerAddress.isTls(server)) {
      builder.sslContext(TlsContexts.of(config.tls()));
    }
    return new HttpSender(config, timeout, builder.build());
  }

  /**
   * Sends a request, and waits for its answer.
   *
   * @throws HttpSetupException if a file with a secret cannot be read, or has none
   * @throws NoAnswerException if there is no answer
   */
  public <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body)
      throws HttpSetupException, NoAnswerException, InterruptedException {
    config.authentication().header().ifPresent(value -> request.setHeader("Authorization", value));
    CompletableFuture<HttpResponse<T>> sent = client.sendAsync(request.build(), body);
    try {
      return sent.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      sent.cancel(true);
      throw new NoAnswerException(late(), e);
    } catch (InterruptedException e) {
      sent.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      throw new NoAnswerException(failure(e.getCause()), e.getCause());
    }
  }

  /**
   * Like {@link #send}, but an interrupt counts as getting no answer; the thread's interrupt flag
   * stays set.
   */
  public <T> HttpResponse<T> ask(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body)
      throws HttpSetupException, NoAnswerException {
    try {
      return send(request, body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswerException("had not answered when this program was interrupted", e);
    }
  }

  /**
   * What the server means by status 401 or 403, for the user; empty for other statuses.
   *
   * @param option the command line option that takes a file with the authentication
   */
  public Optional<String> refusal(int status, String option) {
    if (status != 401 && status != 403) {
      return Optional.empty();
    }
    return Optional.of(
        config.authentication() instanceof HttpConfig.None
            ? "it wants authentication, which " + option + " gives"
            : "it does not take this authentication");
  }

  /** Says that an answer took too long, in words that follow the server's name. */
  public String late() {
    return "did not answer within " + Times.whole(timeout);
  }

  private String failure(@Nullable Throwable cause) {
    return switch (cause) {
      case HttpTimeoutException _ -> late();
      case SSLException e -> "cannot be reached over TLS: " + e.getMessage();
      case null, default -> "cannot be reached" + words(cause);
    };
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

  /** Also ends requests that are under way. */
  @Override
  public void close() {
    client.shutdownNow();
  }
}
