// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.http.HttpConfigFile;
import org.rdmamonitor.model.cgroup.CgroupName.Container;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.source.kernel.naming.NameSources.Kubelet;

/** Against a server that answers as a kubelet does. */
class KubeletPodsTest {
  private static final String ID = "0123456789abcdef".repeat(4);
  private static final String UID = "2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11";
  private static final Container WORKER = new Container(UID, "containerd", ID);
  private static final GivenNames NAMES = GivenNames.ofPod("ml", "trainer-0", "worker");
  private static final String LIST =
      """
      {"kind":"PodList","apiVersion":"v1","metadata":{},"items":[
        {"metadata":{"name":"other","namespace":"x","uid":"1-2"},"spec":{},"status":{}},
        {"metadata":{"name":"trainer-0","namespace":"ml","uid":"%s","labels":{"name":"no"},
          "annotations":{"uid":"1-2"},"ownerReferences":[{"name":"trainer","uid":"7"}]},
         "spec":{"containers":[{"name":"worker","env":[{"name":"uid","value":"1"}]}]},
         "status":{"phase":"Running","initContainerStatuses":[
            {"name":"init","containerID":"containerd://ff","state":{"running":{"name":"x"}}}],
          "containerStatuses":[{"name":"worker","restartCount":0,"state":{"running":{}},
            "containerID":"containerd://%s"}]}}]}
      """
          .formatted(UID, ID);

  @TempDir private Path directory;

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger requests = new AtomicInteger();
  private final List<String> notices = new ArrayList<>();
  private volatile int status = 200;
  private volatile String body = LIST;
  private volatile String authorization = "";
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/pods",
        exchange -> {
          requests.incrementAndGet();
          authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void itsPodsHaveNames() {
    try (KubeletPods pods = pods(HttpConfig.PLAIN)) {
      assertThat(pods.names(WORKER)).isEqualTo(NAMES);
      assertThat(pods.names(new Container(UID, "", "")))
          .isEqualTo(GivenNames.ofPod("ml", "trainer-0", ""));
    }
    assertThat(notices).isEmpty();
    assertThat(authorization).isEqualTo("null");
  }

  @Test
  void itIsNotAskedAgainForWhatIsKnownNorTooOften() {
    try (KubeletPods pods = pods(HttpConfig.PLAIN)) {
      body = "{\"items\":[]}";
      assertThat(pods.names(WORKER)).isEqualTo(GivenNames.NONE);
      body = LIST;
      assertThat(pods.names(WORKER)).as("too soon").isEqualTo(GivenNames.NONE);
      nanos.addAndGet(Duration.ofSeconds(10).toNanos());
      assertThat(pods.names(WORKER)).isEqualTo(NAMES);
      nanos.addAndGet(Duration.ofHours(10).toNanos());
      assertThat(pods.names(WORKER)).isEqualTo(NAMES);
      assertThat(pods.names(Container.NONE)).isEqualTo(GivenNames.NONE);
    }
    assertThat(requests).hasValue(2);
  }

  @Test
  void whatGoesWrongIsToldOnceAndAskedLessOften() {
    status = 403;
    try (KubeletPods pods = pods(HttpConfig.PLAIN)) {
      for (int second = 0; second < 100; second++) {
        pods.names(WORKER);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
      }
      assertThat(requests).as("at 0, 20 and 60 seconds").hasValue(3);
      assertThat(notices)
          .containsExactly(
              "no names of pods: %s answers 403: it wants authentication, which --kubelet-config gives"
                  .formatted(url()));
      status = 200;
      nanos.addAndGet(Duration.ofMinutes(5).toNanos());
      assertThat(pods.names(WORKER)).isEqualTo(NAMES);
    }
  }

  @Test
  void aTokenIsSentAndNotTold() throws IOException, HttpConfigException {
    Path file = directory.resolve("kubelet.yml");
    Files.writeString(file, "authorization:\n  credentials: secret-7\n");
    status = 401;
    try (KubeletPods pods = pods(HttpConfigFile.read(file, "kubelet.yml"))) {
      pods.names(WORKER);
    }
    assertThat(authorization).isEqualTo("Bearer secret-7");
    assertThat(notices).hasSize(1).noneMatch(what -> what.contains("secret-7"));
  }

  @Test
  void aServerThatIsNotThereIsTold() {
    server.stop(0);
    try (KubeletPods pods = pods(HttpConfig.PLAIN)) {
      assertThat(pods.names(WORKER)).isEqualTo(GivenNames.NONE);
    }
    assertThat(notices).hasSize(1).first().asString().contains("cannot be reached");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"items\":7}",
        "{\"items\":[[]]}",
        "{\"items\":[{\"metadata\":[],\"status\":7}]}",
        "{\"items\":[{\"metadata\":{\"uid\":\"UID\",\"name\":\"\\u001b[2J\",\"namespace\":\"ml\"}}]}",
        "{\"items\":[{\"metadata\":{\"uid\":\"UID\",\"name\":{}}}]}",
        "DEEP",
        "LARGE",
      })
  void whatIsNoListOfPodsHasNoNames(String answer) {
    body =
        switch (answer) {
          case "DEEP" -> "{\"items\":" + "[".repeat(100_000);
          case "LARGE" -> " ".repeat(KubeletPods.MOST_BYTES) + LIST;
          default -> answer.replace("UID", UID);
        };
    try (KubeletPods pods = pods(HttpConfig.PLAIN)) {
      assertThat(pods.names(WORKER)).isEqualTo(GivenNames.NONE);
    }
  }

  @Test
  void whatCameBeforeTheEndIsTaken() {
    body = LIST.strip().substring(0, LIST.strip().length() - 2);
    try (KubeletPods pods = pods(HttpConfig.PLAIN)) {
      assertThat(pods.names(WORKER)).isEqualTo(NAMES);
    }
  }

  private KubeletPods pods(HttpConfig http) {
    return new KubeletPods(new Kubelet(URI.create(url()), http, notices::add), nanos::get);
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }
}
