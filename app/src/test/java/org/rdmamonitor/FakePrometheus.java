// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/**
 * A server that answers as Prometheus does, with series that tests give it: each query is answered
 * by the first entry whose words are in it, and by nothing if there is none.
 */
public final class FakePrometheus implements AutoCloseable {
  /** Of every answer, in seconds since 1970: 2025-06-01T12:00:00Z. */
  public static final long NOW = 1_748_779_200L;

  private static final String MATRIX = "\"resultType\":\"matrix\"";

  /** Answers something of its own to every request. */
  public interface Handler {
    void handle(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, List<String>> answers = new LinkedHashMap<>();
  private final List<String> targets = new ArrayList<>();
  private final List<HttpExchange> asked = new CopyOnWriteArrayList<>();
  private String warnings = "";

  /** A server that knows nothing yet. */
  public FakePrometheus() {
    this(null);
  }

  /** A server that answers in its own way; null for as Prometheus does. */
  public FakePrometheus(Handler handler) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange);
          if (handler == null) {
            answer(exchange);
          } else {
            handler.handle(exchange);
          }
        });
    server.start();
  }

  /** Its address. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** What it was asked, the first first. */
  public List<HttpExchange> asked() {
    return asked;
  }

  /** The expressions that it was asked for, the first first. */
  public List<String> queries() {
    return asked.stream()
        .map(exchange -> parameters(exchange).getOrDefault("query", ""))
        .filter(query -> !query.isEmpty())
        .toList();
  }

  /**
   * Adds a series to the answers to queries that have these words.
   *
   * @param labels as {@code job="a",instance="b"}
   * @param values of an instant, or of a range at each minute before {@link #NOW}
   */
  public FakePrometheus series(String words, String labels, String... values) {
    String json = "{\"metric\":{" + labels.replaceAll("(\\w+)=\"", "\"$1\":\"") + "},%s}";
    String last = "[%d.5,\"%s\"]".formatted(NOW, values[values.length - 1]);
    String all =
        IntStream.range(0, values.length)
            .mapToObj(i -> "[%d,\"%s\"]".formatted(NOW - 60L * (values.length - 1 - i), values[i]))
            .collect(Collectors.joining(",", "[", "]"));
    answers
        .computeIfAbsent(words, w -> new ArrayList<>())
        .add(json.formatted("\"value\":" + last + ",\"values\":" + all));
    return this;
  }

  /** Adds a target that could not be scraped. */
  public FakePrometheus failing(String job, String instance, String error) {
    targets.add(
        "{\"discoveredLabels\":{\"a\":\"b\"},\"labels\":{\"job\":\"%s\",\"instance\":\"%s\"},\"lastError\":\"%s\",\"health\":\"down\"}"
            .formatted(job, instance, error));
    return this;
  }

  /** Has it warn of something with every answer. */
  public FakePrometheus warning(String warning) {
    warnings = ",\"warnings\":[\"" + warning + "\"]";
    return this;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Map<String, String> parameters = parameters(exchange);
    String query = parameters.getOrDefault("query", "");
    boolean isRange = exchange.getRequestURI().getPath().endsWith("query_range");
    String data =
        switch (exchange.getRequestURI().getPath()) {
          case "/api/v1/targets" -> "{\"activeTargets\":[" + String.join(",", targets) + "]}";
          case "/api/v1/query", "/api/v1/query_range" ->
              "{%s,\"result\":[%s]}"
                  .formatted(
                      isRange ? MATRIX : "\"resultType\":\"vector\"",
                      answers.entrySet().stream()
                          .filter(entry -> query.contains(entry.getKey()))
                          .findFirst()
                          .map(entry -> of(entry.getValue(), isRange))
                          .orElse(""));
          default -> "null";
        };
    send(exchange, 200, "{\"status\":\"success\"" + warnings + ",\"data\":" + data + "}");
  }

  private static String of(List<String> series, boolean isRange) {
    return series.stream()
        .map(one -> one.replaceAll(isRange ? ",\"value\":\\[[^]]*]" : ",\"values\":\\[.*]", ""))
        .collect(Collectors.joining(","));
  }

  /** Sends a body, compressed as Prometheus does it. */
  public static void send(HttpExchange exchange, int status, String body) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(zipped)) {
      out.write(body.getBytes(StandardCharsets.UTF_8));
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    try (exchange) {
      exchange.sendResponseHeaders(status, zipped.size());
      zipped.writeTo(exchange.getResponseBody());
    }
  }

  /** What a request asks with. */
  public static Map<String, String> parameters(HttpExchange exchange) {
    String query = exchange.getRequestURI().getRawQuery();
    return query == null
        ? Map.of()
        : Arrays.stream(query.split("&", -1))
            .map(pair -> pair.split("=", 2))
            .collect(
                Collectors.toMap(
                    pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
