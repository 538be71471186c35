// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpSender;
import org.rdmamonitor.http.HttpSetupException;
import org.rdmamonitor.http.NoAnswerException;
import org.rdmamonitor.text.Printable;

/** OTLP over HTTP/1.1, one request at a time. */
final class OtlpClient implements Receiver {
  /** The default path of log records, after the base URL. */
  private static final String PATH = "/v1/logs";

  /** According to the specification; all other failures are permanent. */
  private static final Set<Integer> RETRYABLE = Set.of(429, 502, 503, 504);

  /** The most bytes of an answer, which has a few numbers and a sentence. */
  private static final long MOST_BYTES = 1 << 16;

  /** A receiver cannot silence a host for longer. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(5);

  private final URI endpoint;
  private final Map<String, String> headers;
  private final String agent;
  private final InstantSource clock;
  private final HttpSender http;

  /**
   * A client.
   *
   * @param headers of each request, besides those of the protocol
   * @param timeout of a request, from its begin to the end of the answer
   * @throws HttpSetupException if TLS cannot be set up
   */
  OtlpClient(
      URI server,
      HttpConfig config,
      Map<String, String> headers,
      String version,
      Duration timeout,
      InstantSource clock)
      throws HttpSetupException {
    this.endpoint = endpoint(server);
    this.headers = Map.copyOf(headers);
    this.agent = "rdma-monitor/" + version;
    this.clock = clock;
    this.http = HttpSender.to(server, config, timeout);
  }

  /** Where log records go: below a base URL, or to a URL that says so itself. */
  static URI endpoint(URI server) {
    return server.getRawPath().endsWith(PATH) ? server : URI.create(server + PATH);
  }

  @Override
  public Answer send(byte[] body) throws InterruptedException {
    AtomicReference<HttpResponse.ResponseInfo> begun = new AtomicReference<>();
    try {
      HttpResponse<byte[]> response =
          http.send(
              request(body),
              info -> {
                begun.set(info);
                return BodySubscribers.limiting(BodySubscribers.ofByteArray(), MOST_BYTES);
              });
      return answer(response.statusCode(), response.headers(), ExportResponse.of(response.body()));
    } catch (HttpSetupException e) {
      // Read each time: tokens in files are replaced while programs run.
      return new Unavailable(Printable.of(String.valueOf(e.getMessage())), Optional.empty());
    } catch (NoAnswerException e) {
      return unfinished(begun.get(), e);
    }
  }

  private HttpRequest.Builder request(byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint)
            .header("Content-Type", "application/json")
            .header("User-Agent", agent)
            .POST(BodyPublishers.ofByteArray(body));
    headers.forEach(request::setHeader);
    return request;
  }

  /** If the status is known, it decides, whatever became of the body. */
  private Answer unfinished(HttpResponse.ResponseInfo begun, NoAnswerException failure) {
    if (begun != null) {
      return answer(begun.statusCode(), begun.headers(), ExportResponse.SILENT);
    }
    String reason = told(String.valueOf(failure.getMessage()));
    return failure.isUnsent() ? new Unavailable(reason, Optional.empty()) : new Silent(reason);
  }

  private Answer answer(int status, HttpHeaders answered, ExportResponse response) {
    if (status >= 200 && status < 300) {
      return new Taken(
          response.rejected(),
          response.message().isEmpty() && response.rejected() == 0
              ? ""
              : told("rejected %d log records".formatted(response.rejected()) + because(response)));
    }
    String reason = told("answers %d".formatted(status) + hint(status, answered, response));
    return RETRYABLE.contains(status)
        ? new Unavailable(reason, answered.firstValue("Retry-After").flatMap(this::rest))
        : new Refused(reason);
  }

  private static String because(ExportResponse response) {
    return response.message().isEmpty() ? "" : ": " + response.message();
  }

  private static String hint(int status, HttpHeaders answered, ExportResponse response) {
    if (status >= 300 && status < 400) {
      return " and sends on to %s, where it is not followed"
          .formatted(Printable.of(answered.firstValue("Location").orElse("nowhere")));
    }
    String hint =
        status == 401 || status == 403
            ? " (--otlp-config and --otlp-headers take authentication)"
            : "";
    return hint + because(response);
  }

  private String told(String what) {
    return endpoint + " " + what;
  }

  /** Seconds, or a date (RFC 9110, 10.2.3). */
  private Optional<Duration> rest(String after) {
    if (after.matches("[0-9]{1,9}")) {
      return Optional.of(bounded(Duration.ofSeconds(Long.parseLong(after))));
    }
    try {
      Instant until = ZonedDateTime.parse(after, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(bounded(Duration.between(clock.instant(), until)));
    } catch (DateTimeException neither) {
      return Optional.empty();
    }
  }

  private static Duration bounded(Duration rest) {
    if (rest.isNegative()) {
      return Duration.ZERO;
    }
    return rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest;
  }

  @Override
  public void close() {
    http.close();
  }
}
