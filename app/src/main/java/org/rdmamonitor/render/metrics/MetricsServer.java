// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.rdmamonitor.http.server.Limits;
import org.rdmamonitor.http.server.LiveWebConfig;
import org.rdmamonitor.http.server.Request;
import org.rdmamonitor.http.server.Response;
import org.rdmamonitor.http.server.WebServer;

/**
 * Serves metrics over HTTP: {@code /metrics}, {@code /healthz} and a page that names them, and
 * nothing else. A reading is rendered once, however often it is asked for.
 */
public final class MetricsServer implements AutoCloseable {
  private final Metrics metrics;
  private final Map<Rendering, byte[]> rendered = new HashMap<>();
  private long renderedNumber = -1;
  private final WebServer server;

  private MetricsServer(
      InetSocketAddress address, Metrics metrics, LiveWebConfig config, Limits limits)
      throws IOException {
    this.metrics = metrics;
    this.server = WebServer.start(address, config, limits, this::answer);
  }

  /**
   * Serves anybody from now on.
   *
   * @throws IOException if the address cannot be listened on
   */
  public static MetricsServer start(InetSocketAddress address, Metrics metrics) throws IOException {
    return start(address, metrics, LiveWebConfig.open());
  }

  /**
   * Serves those whom a configuration lets ask.
   *
   * @throws IOException if the address cannot be listened on
   */
  public static MetricsServer start(
      InetSocketAddress address, Metrics metrics, LiveWebConfig config) throws IOException {
    return new MetricsServer(address, metrics, config, Limits.USUAL);
  }

  /** Where it listens, with the port that was picked if 0 was asked for. */
  public InetSocketAddress address() {
    return server.address();
  }

  private Response answer(Request request) throws IOException {
    return route(request)
        .with("Cache-Control", "no-store")
        .with("X-Content-Type-Options", "nosniff");
  }

  private Response route(Request request) throws IOException {
    String path = request.path();
    if (!List.of("/", "/metrics", "/healthz").contains(path)) {
      return Response.text(404, "There is /metrics and /healthz.");
    }
    if (!List.of("GET", "HEAD").contains(request.method())) {
      return Response.text(405, "Only GET and HEAD.").with("Allow", "GET, HEAD");
    }
    return switch (path) {
      case "/metrics" -> metrics(request);
      case "/healthz" -> health();
      default ->
          Response.text(
              200,
              "rdma-monitor "
                  + metrics.version()
                  + "\n\n/metrics  metrics, as Prometheus text or OpenMetrics\n"
                  + "/healthz  whether they are those of the present");
    };
  }

  private Response health() {
    Optional<String> trouble = metrics.trouble();
    return trouble.map(reason -> Response.text(503, reason)).orElse(Response.text(200, "ok"));
  }

  private Response metrics(Request request) throws IOException {
    if (!metrics.hasReading()) {
      return health();
    }
    List<String> accepted = request.header("Accept");
    double open = PreferenceHeader.weight(accepted, "application/openmetrics-text");
    Rendering rendering =
        open > 0 && open >= PreferenceHeader.weight(accepted, "text/plain")
            ? Rendering.OPEN_METRICS
            : Rendering.PROMETHEUS;
    byte[] zipped = zipped(rendering);
    boolean asIs = PreferenceHeader.weight(request.header("Accept-Encoding"), "gzip") > 0;
    Response response =
        asIs
            ? new Response(200, Map.of(), zipped.length, out -> out.write(zipped))
                .with("Content-Encoding", "gzip")
            : new Response(200, Map.of(), -1, out -> unzip(zipped, out));
    return response
        .with("Content-Type", rendering.contentType())
        .with("Vary", "Accept, Accept-Encoding");
  }

  private static void unzip(byte[] zipped, OutputStream out) throws IOException {
    try (InputStream body = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      body.transferTo(out);
    }
  }

  /**
   * The latest reading, compressed to about a fiftieth. To save memory, only one is rendered at a
   * time; sending, which may take long, comes afterwards.
   */
  private byte[] zipped(Rendering rendering) throws IOException {
    synchronized (rendered) {
      long number = metrics.number();
      if (number != renderedNumber) {
        rendered.clear();
        renderedNumber = number;
      }
      byte[] known = rendered.get(rendering);
      if (known != null) {
        return known;
      }
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      try (OutputStream out = new GZIPOutputStream(body)) {
        rendering.write(metrics.groups(), out);
      }
      byte[] zipped = body.toByteArray();
      rendered.put(rendering, zipped);
      return zipped;
    }
  }

  /** Ends the server, and the answers that are being sent. */
  @Override
  public void close() {
    server.close();
  }
}
