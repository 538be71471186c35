// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.rdmamonitor.fleet.prometheus.ResponseParser.PointReader;
import org.rdmamonitor.fleet.prometheus.ResponseParser.SeriesReader;
import org.rdmamonitor.fleet.prometheus.ResponseParser.TargetReader;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpSender;
import org.rdmamonitor.http.HttpSetupException;
import org.rdmamonitor.http.NoAnswerException;
import org.rdmamonitor.http.ServerAddress;

/** Sends queries to a Prometheus server, one at a time. To be used by one thread at a time. */
final class PrometheusClient implements AutoCloseable {
  /** The most bytes of an answer, after decompression. */
  private static final long MOST_BYTES = 64L << 20;

  private static final int MOST_ERROR_BYTES = 1 << 16;

  private final URI base;
  private final Duration timeout;
  private final HttpSender http;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("prometheus-timeout").factory());

  /**
   * A client.
   *
   * @param timeout for a whole answer
   * @throws PrometheusException if TLS cannot be set up
   */
  PrometheusClient(URI base, HttpConfig config, Duration timeout) throws PrometheusException {
    this.base = base;
    this.timeout = timeout;
    try {
      this.http = HttpSender.to(base, config, timeout);
    } catch (HttpSetupException e) {
      throw new PrometheusException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * The address of a server.
   *
   * @throws URISyntaxException with what is wrong with it
   */
  static URI address(String url) throws URISyntaxException {
    return ServerAddress.of(url, "http://prometheus.example:9090", "--http.config.file");
  }

  /**
   * Evaluates an expression; returns the server's warnings.
   *
   * @param time empty for now, by the server's clock
   */
  List<String> query(String expression, Optional<Instant> time, PointReader reader)
      throws PrometheusException {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("query", expression);
    time.ifPresent(at -> parameters.put("time", seconds(at)));
    parameters.put("timeout", timeout.toMillis() + "ms");
    SeriesReader first =
        (labels, points) -> points.isEmpty() || reader.take(labels, points.getFirst());
    return ask("query", parameters, body -> ResponseParser.series(body, first));
  }

  /** Evaluates an expression over a range of time; returns the server's warnings. */
  List<String> range(
      String expression, Instant begin, Instant end, Duration step, SeriesReader reader)
      throws PrometheusException {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("query", expression);
    parameters.put("start", seconds(begin));
    parameters.put("end", seconds(end));
    parameters.put("step", step.toMillis() + "ms");
    parameters.put("timeout", timeout.toMillis() + "ms");
    return ask("query_range", parameters, body -> ResponseParser.series(body, reader));
  }

  /** The targets that are scraped now. */
  void targets(TargetReader reader) throws PrometheusException {
    ask("targets", Map.of("state", "active"), body -> ResponseParser.targets(body, reader));
  }

  private static String seconds(Instant time) {
    return "%d.%03d".formatted(time.getEpochSecond(), time.getNano() / 1_000_000);
  }

  private interface BodyReader {
    List<String> read(InputStream body) throws PrometheusException;
  }

  private List<String> ask(String what, Map<String, String> parameters, BodyReader reader)
      throws PrometheusException {
    String query =
        parameters.entrySet().stream()
            .map(entry ->
                entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + "/api/v1/" + what + "?" + query))
            .header("Accept", "application/json")
            .header("Accept-Encoding", "gzip")
            .header("User-Agent", "rdma-monitor");
    long end = System.nanoTime() + timeout.toNanos();
    HttpResponse<InputStream> response = send(request);
    InputStream raw = response.body();
    // Reading the body has no timeout of its own, so a server could send an answer byte by byte
    // without end; this closes the body when the time is over.
    ScheduledFuture<?> late =
        clock.schedule(() -> close(raw), end - System.nanoTime(), TimeUnit.NANOSECONDS);
    try (InputStream body = bounded(response)) {
      check(response, body);
      return reader.read(body);
    } catch (IOException e) {
      throw System.nanoTime() >= end ? tooLate(e) : told(e);
    } finally {
      late.cancel(false);
    }
  }

  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException e) {
      // A reader of the body gets an error all the same.
    }
  }

  private static InputStream bounded(HttpResponse<InputStream> response) throws IOException {
    boolean zipped =
        response.headers().firstValue("Content-Encoding").orElse("").equalsIgnoreCase("gzip");
    return new BoundedBody(
        zipped ? new GZIPInputStream(response.body()) : response.body(), MOST_BYTES);
  }

  private HttpResponse<InputStream> send(HttpRequest.Builder request) throws PrometheusException {
    try {
      return http.ask(request, BodyHandlers.ofInputStream());
    } catch (HttpSetupException e) {
      throw new PrometheusException(String.valueOf(e.getMessage()), e);
    } catch (NoAnswerException e) {
      throw told(String.valueOf(e.getMessage()), e);
    }
  }

  private void check(HttpResponse<InputStream> response, InputStream body) throws IOException {
    int status = response.statusCode();
    if (status == 200) {
      return;
    }
    Optional<String> refusal = http.refusal(status, "--http.config.file");
    if (refusal.isPresent()) {
      throw new PrometheusException("it answers %d: %s".formatted(status, refusal.get()));
    }
    if (status >= 300 && status < 400) {
      throw new PrometheusException(
          "it answers %d and sends on to %s; that is the URL to give, if it is trusted"
              .formatted(status, response.headers().firstValue("Location").orElse("nowhere")));
    }
    String error = ResponseParser.error(new BoundedBody(body, MOST_ERROR_BYTES));
    throw new PrometheusException(
        "it answers %d%s".formatted(status, error.isEmpty() ? "" : ": " + error));
  }

  private PrometheusException tooLate(Throwable e) {
    return told(http.late(), e);
  }

  private PrometheusException told(Exception e) {
    return new PrometheusException(base + ": " + e.getMessage(), e);
  }

  private PrometheusException told(String what, Throwable e) {
    return new PrometheusException(base + " " + what, e);
  }

  @Override
  public void close() {
    clock.shutdownNow();
    http.close();
  }
}
