// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Serves metrics over HTTP: {@code /metrics}, {@code /healthz} and a page that names them, and
 * nothing else. Two threads serve; a client that is slow is cut off.
 */
public final class MetricsServer implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int BACKLOG = 16;
  private static final String TEXT = "text/plain; charset=utf-8";

  /**
   * Of the JDK's server, which has no other settings: seconds for a request to come and for its
   * answer to go, and the connections that may be open. What the command line sets stays.
   */
  private static final Map<String, String> LIMITS =
      Map.of(
          "sun.net.httpserver.maxReqTime", "5",
          "sun.net.httpserver.maxRspTime", "10",
          "sun.net.httpserver.idleInterval", "30",
          "sun.net.httpserver.maxIdleConnections", "8",
          "sun.net.httpserver.maxReqHeaders", "64",
          "sun.net.httpserver.maxReqHeaderSize", "16384",
          "sun.net.httpserver.nodelay", "true",
          "jdk.httpserver.maxConnections", "32");

  private final Metrics metrics;
  private final HttpServer server;
  private final ExecutorService threads;
  private final Object turn = new Object();

  /**
   * An answer.
   *
   * @param zipped whether the body is, as that of metrics always is: it is some fifty times smaller
   */
  private record Answer(int status, String type, boolean zipped, ByteArrayOutputStream body) {
    static Answer text(int status, String line) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      body.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
      return new Answer(status, TEXT, false, body);
    }
  }

  private MetricsServer(Metrics metrics, HttpServer server) {
    this.metrics = metrics;
    this.server = server;
    this.threads =
        Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("metrics-", 1).factory());
  }

  /**
   * Serves from now on.
   *
   * @throws IOException if the address cannot be listened on
   */
  public static MetricsServer start(InetSocketAddress address, Metrics metrics) throws IOException {
    LIMITS.forEach((name, value) -> {
      if (System.getProperty(name) == null) {
        System.setProperty(name, value);
      }
    });
    MetricsServer result = new MetricsServer(metrics, HttpServer.create(address, BACKLOG));
    result.server.createContext("/", result::handle);
    result.server.setExecutor(result.threads);
    result.server.start();
    return result;
  }

  /** Where it listens, with the port that was picked if 0 was asked for. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer = answer(exchange);
      exchange.getResponseHeaders().set("Content-Type", answer.type);
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      boolean sentZipped = answer.zipped && acceptsZipped(exchange);
      if (sentZipped) {
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      }
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.sendResponseHeaders(answer.status, -1);
      } else if (answer.zipped && !sentZipped) {
        exchange.sendResponseHeaders(answer.status, 0); // in chunks
        try (InputStream body =
            new GZIPInputStream(new ByteArrayInputStream(answer.body.toByteArray()))) {
          body.transferTo(exchange.getResponseBody());
        }
      } else {
        exchange.sendResponseHeaders(answer.status, answer.body.size());
        answer.body.writeTo(exchange.getResponseBody());
      }
    }
  }

  private static boolean acceptsZipped(HttpExchange exchange) {
    return PreferenceHeader.weight(
            exchange.getRequestHeaders().getOrDefault("Accept-Encoding", List.of()), "gzip")
        > 0;
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    String path = String.valueOf(exchange.getRequestURI().getRawPath());
    String method = exchange.getRequestMethod();
    if (!List.of("/", "/metrics", "/healthz").contains(path)) {
      return Answer.text(404, "There is /metrics and /healthz.");
    }
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return Answer.text(405, "Only GET and HEAD.");
    }
    return switch (path) {
      case "/metrics" -> metrics(exchange);
      case "/healthz" -> health();
      default ->
          Answer.text(
              200,
              "rdma-monitor "
                  + metrics.version()
                  + "\n\n/metrics  metrics, as Prometheus text or OpenMetrics\n"
                  + "/healthz  whether they are those of the present");
    };
  }

  private Answer health() {
    Optional<String> trouble = metrics.trouble();
    return trouble.map(reason -> Answer.text(503, reason)).orElse(Answer.text(200, "ok"));
  }

  private Answer metrics(HttpExchange exchange) throws IOException {
    if (!metrics.hasReading()) {
      return health();
    }
    List<String> accepted = exchange.getRequestHeaders().getOrDefault("Accept", List.of());
    double open = PreferenceHeader.weight(accepted, "application/openmetrics-text");
    Rendering rendering =
        open > 0 && open >= PreferenceHeader.weight(accepted, "text/plain")
            ? Rendering.OPEN_METRICS
            : Rendering.PROMETHEUS;
    exchange.getResponseHeaders().set("Vary", "Accept, Accept-Encoding");
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    // One at a time, for memory's sake; sending, which may take long, comes later.
    synchronized (turn) {
      try (OutputStream out = new GZIPOutputStream(body)) {
        rendering.write(metrics.groups(), out);
      }
    }
    return new Answer(200, rendering.contentType(), true, body);
  }

  /** Ends it, and what it is just answering. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
