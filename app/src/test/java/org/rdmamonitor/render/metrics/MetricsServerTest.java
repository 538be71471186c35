// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsServerTest {
  private final MetricsScene scene = MetricsScene.busy();
  private final HttpClient client = HttpClient.newHttpClient();
  private MetricsServer server;

  @BeforeEach
  void start() throws IOException {
    server = MetricsServer.start(loopback(0), scene.metrics);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/openmetrics-text | true",
        "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5 | true",
        "text/plain;q=0.9, application/openmetrics-text;q=0.2 | false",
        "application/openmetrics-text;q=0 | false",
        "text/html,*/*;q=0.1 | false",
        ";;q=,, | false",
      })
  void theFormatIsWhatTheClientPrefers(String accept, boolean open) throws Exception {
    HttpResponse<byte[]> response = send(request("/metrics").header("Accept", accept));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "Content-Type"))
        .isEqualTo(
            open
                ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                : "text/plain; version=0.0.4; charset=utf-8");
    assertThat(text(response))
        .isEqualTo(scene.text(open ? Rendering.OPEN_METRICS : Rendering.PROMETHEUS));
  }

  @Test
  void zippedIfAskedFor() throws Exception {
    HttpResponse<byte[]> response =
        send(request("/metrics").header("Accept-Encoding", "br, gzip;q=0.5"));

    assertThat(header(response, "Content-Encoding")).isEqualTo("gzip");
    byte[] body = new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
    assertThat(new String(body, StandardCharsets.UTF_8))
        .isEqualTo(scene.text(Rendering.PROMETHEUS));
    assertThat(
            send(request("/metrics").header("Accept-Encoding", "gzip;q=0"))
                .headers()
                .firstValue("Content-Encoding"))
        .isEmpty();
  }

  @Test
  void healthIsOkOrSaysWhyNot() throws Exception {
    HttpResponse<byte[]> well = send(request("/healthz"));
    assertThat(well.statusCode()).isEqualTo(200);
    assertThat(text(well)).isEqualTo("ok\n");

    scene.metrics.failed("the kernel refuses");
    HttpResponse<byte[]> ill = send(request("/healthz"));
    assertThat(ill.statusCode()).isEqualTo(503);
    assertThat(text(ill)).isEqualTo("the kernel refuses\n");
  }

  @Test
  void beforeTheFirstReadingThereAreNoMetrics() throws Exception {
    try (MetricsServer early = MetricsServer.start(loopback(0), new MetricsScene(1000).metrics)) {
      HttpResponse<byte[]> response = send(HttpRequest.newBuilder(uri(early, "/metrics")));
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(text(response)).isEqualTo("nothing was read yet\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/metrics/",
        "/metrics/x",
        "/healthz2",
        "/etc/passwd",
        "/../metrics",
        "/%6Detrics"
      })
  void thereIsNothingElse(String path) throws Exception {
    assertThat(send(request(path)).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS"})
  void nothingCanBeChanged(String method) throws Exception {
    HttpResponse<byte[]> response =
        send(request("/metrics").method(method, BodyPublishers.ofString("x")));

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(header(response, "Allow")).isEqualTo("GET, HEAD");
  }

  @Test
  void headHasNoBody() throws Exception {
    HttpResponse<byte[]> response = send(request("/metrics").HEAD());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void theRootSaysWhatIsHere() throws Exception {
    assertThat(text(send(request("/")))).contains("rdma-monitor 0.1.0", "/metrics", "/healthz");
  }

  @Test
  void aPortIsForOne() {
    int taken = server.address().getPort();

    assertThatThrownBy(() -> MetricsServer.start(loopback(taken), scene.metrics))
        .isInstanceOf(BindException.class);
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(server, path));
  }

  private static URI uri(MetricsServer server, String path) {
    return URI.create("http://127.0.0.1:" + server.address().getPort() + path);
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static String header(HttpResponse<byte[]> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
