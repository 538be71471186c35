// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * An OTLP receiver of log records that takes nothing that is not right to the letter: what is wrong
 * gets a 400, and is told to whoever asks. It can be killed, and started again at its address.
 */
public final class FakeCollector implements AutoCloseable {
  /** Answers a request in its own way, with its records. */
  public interface Handler {
    void handle(HttpExchange exchange, List<OtlpSchema.LogRecord> records) throws IOException;
  }

  /** A request that came. */
  public record Request(String path, Headers headers, int records) {}

  private final List<OtlpSchema.LogRecord> taken = new ArrayList<>();
  private final List<Request> requests = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private final Queue<Handler> script = new ArrayDeque<>();
  private Handler always = this::take;
  private int port;
  private HttpServer server;
  private ExecutorService threads;

  public FakeCollector() {
    start();
  }

  /** Has the next request that nothing is scripted for yet answered so. */
  public synchronized FakeCollector next(Handler handler) {
    script.add(handler);
    return this;
  }

  /** Has all further requests that nothing is scripted for answered so. */
  public synchronized FakeCollector always(Handler handler) {
    always = handler;
    return this;
  }

  /** Starts it, or starts it again. */
  public synchronized void start() {
    threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      server = bound();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    port = server.getAddress().getPort();
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Its port may be held for a moment by what it is closing. */
  private HttpServer bound() throws IOException {
    long end = System.nanoTime() + Hanging.LIMIT.toNanos();
    while (true) {
      try {
        return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 16);
      } catch (BindException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }

  /** Ends it at once; what it has taken is kept. */
  public void kill() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** Its base URL. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    List<OtlpSchema.LogRecord> records = List.of();
    String error = "";
    try {
      records = OtlpSchema.records(body);
      if (!exchange.getRequestMethod().equals("POST")
          || !exchange.getRequestURI().toString().endsWith("/v1/logs")
          || !"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
        error = "it is no request of OTLP over HTTP in JSON";
      }
    } catch (IllegalArgumentException e) {
      error = e + "\n" + new String(body, StandardCharsets.UTF_8);
    }
    Handler handler;
    synchronized (this) {
      requests.add(
          new Request(
              exchange.getRequestURI().toString(), exchange.getRequestHeaders(), records.size()));
      handler = script.isEmpty() ? always : script.remove();
      notifyAll();
    }
    if (error.isEmpty()) {
      handler.handle(exchange, records);
    } else {
      synchronized (this) {
        errors.add(error);
      }
      answer(exchange, 400, "{\"message\":\"it is wrong\"}");
    }
  }

  /** Takes the records, and says so. */
  public void take(HttpExchange exchange, List<OtlpSchema.LogRecord> records) throws IOException {
    keep(records);
    answer(exchange, 200, "{}");
  }

  /** Takes the records, and says nothing. */
  public synchronized void keep(List<OtlpSchema.LogRecord> records) {
    taken.addAll(records);
    notifyAll();
  }

  /** A handler that answers with a status and a body, and takes nothing. */
  public static Handler with(int status, String body, String... headers) {
    return (exchange, records) -> {
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
      }
      answer(exchange, status, body);
    };
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    try (exchange) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /** What it has taken, in the order in which it came. */
  public synchronized List<OtlpSchema.LogRecord> taken() {
    return List.copyOf(taken);
  }

  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  /** What was wrong with requests. */
  public synchronized List<String> errors() {
    return List.copyOf(errors);
  }

  /** Waits until something is so that requests can bring about. */
  public synchronized void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Hanging.LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it does not happen; errors: " + errors);
      }
      wait(1000);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
