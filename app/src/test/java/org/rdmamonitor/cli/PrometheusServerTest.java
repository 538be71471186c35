// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.FleetScenes;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.JoinScenes;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ScriptedPace;

/**
 * The real Prometheus of the distribution, which scrapes exporters that replay a recording, and
 * targets that are dead, slow, stuck, somebody else, or lie.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrometheusServerTest {
  private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");
  private static final Path RECORDING = Path.of("../samples/recordings/tenants.rec");
  private static final Pattern HOST =
      Pattern.compile(
          "\\{\"instance\":\"([^\"]*)\",\"job\":\"[^\"]*\",\"state\":\"(\\w+)\"([^}]*)}");
  private static final Pattern EXPRESSION = Pattern.compile("\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\"");

  /** What the recording has none of, or not to its end: what asks for it may find nothing. */
  private static final Pattern NOT_RECORDED =
      Pattern.compile(
          "rdma_monitor_(refused_total|cgroup_threshold_breached|errors_total|active_findings"
              + "|enforcement_active|async_events_total)"
              + "|node_infiniband_port_data|threshold_breached[^>]* == 1");

  /** The variable of a dashboard whose jobs it is about. */
  private static final Pattern JOBS =
      Pattern.compile(
          "\"name\": \"job\",.*?label_values\\(rdma_monitor_build_info, job\\).*?\"current\"",
          Pattern.DOTALL);

  private static final Pattern ALL_VALUE = Pattern.compile("\"allValue\": \"([^\"]*)\"");
  private static final Pattern JOB = Pattern.compile("\"job\":\"([^\"]*)\"");
  private static final Pattern VARIABLE = Pattern.compile("\\$(\\w+)");

  private static final Pattern METRIC = Pattern.compile("(?:rdma_monitor|node_infiniband)_\\w+");

  private static final int LOWEST_PORT = 16_000;
  private static final int HIGHEST_PORT = 32_000;

  private final Set<Integer> givenPorts = new HashSet<>();
  private final List<Process> processes = new ArrayList<>();
  private final List<HttpServer> servers = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong scrapes = new AtomicLong();
  private final StringBuilder targets = new StringBuilder();
  private final StringBuilder nodes = new StringBuilder();
  private final StringBuilder strangers = new StringBuilder();
  private final List<Process> nodeExporters = new ArrayList<>();
  private final String server = "http://127.0.0.1:" + freePort();
  private Path directory;
  private int mortal;
  private Process dying;

  @BeforeAll
  void start(@TempDir Path given) throws IOException {
    directory = given;
    assumeTrue(
        Files.isExecutable(PROMETHEUS), "prometheus (of the package prometheus) is not installed");
    int good = freePort();
    mortal = freePort();
    exporter(good);
    dying = exporter(mortal);
    target("good", good);
    target("mortal", mortal);
    target("never", freePort());
    lie("garbage", () -> "no metrics {{{\n");
    lie("foreign", () -> "node_load1 0.5\n");
    lie("stuck", () -> bare("0.1.0", -1000));
    lie("ahead", () -> bare("0.1.0", 3600));
    lie(
        "negative",
        () -> bare("0.1.0", 0) + "rdma_monitor_resources{device=\"a\",type=\"QP\"} -3\n");
    lie(
        "nothing",
        () ->
            bare("0.1.0", 0)
                + "rdma_monitor_resources{device=\"a\",type=\"QP\"} NaN\n"
                + "rdma_monitor_resources{device=\"a\",type=\"CQ\"} 5\n");
    lie(
        "backwards",
        () ->
            bare("0.1.0", 0)
                + "rdma_monitor_verbs_total{device=\"a\",verb=\"MR_REG\",result=\"ok\"} %d\n"
                    .formatted(1_000_000 - scrapes.get()));
    lie(
        "evil",
        () ->
            bare("\u001b[2Jowned", 0)
                + "rdma_monitor_active_findings{rule=\"R3\",severity=\"critical\"} 2\n"
                + cgroups(3000));
    lie(
        "slow",
        () -> {
          pause(Duration.ofSeconds(60));
          return "";
        });
    scene();
    foreign();
    Files.writeString(
        directory.resolve("prometheus.yml"),
        """
        global: {scrape_interval: 1s, scrape_timeout: 1s}
        scrape_configs:
          - job_name: rdma-monitor
            static_configs:
        """
            + targets
            + "  - job_name: fabric\n    static_configs:\n"
            + nodes
            + "  - job_name: node\n    static_configs:\n"
            + strangers);
    processes.add(
        new ProcessBuilder(
                PROMETHEUS.toString(),
                "--config.file=" + directory.resolve("prometheus.yml"),
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=" + server.substring("http://".length()),
                "--log.level=error")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("prometheus.log").toFile())
            .start());
  }

  @AfterAll
  void stop() {
    processes.forEach(Process::destroyForcibly);
    servers.forEach(one -> one.stop(0));
    threads.shutdownNow();
    processes.forEach(process -> process.onExit().join());
  }

  @Test
  void everyHostIsShownAsWhatItIs() throws IOException {
    await("good", host -> host.contains("\"qp\":") && host.contains("\"calls\":"));
    await("mortal", host -> host.startsWith("up"));
    await("never", host -> host.startsWith("down") && host.contains("connection refused"));
    await("garbage", host -> host.startsWith("down") && !host.contains("connection refused"));
    await("slow", host -> host.startsWith("down") && host.contains("context deadline exceeded"));
    await("foreign", host -> host.startsWith("foreign"));
    await("stuck", host -> host.startsWith("stale") && host.contains("\"age\":10"));
    await("ahead", host -> host.startsWith("suspect") && host.contains("ahead of the server"));
    await("negative", host -> host.startsWith("suspect") && !host.contains("\"qp\":"));
    await("nothing", host -> host.contains("QP is NaN") && host.contains("\"cq\":5"));
    await("backwards", host -> host.startsWith("suspect") && host.contains("went backwards"));
    await(
        "evil", host -> host.startsWith("up") && host.contains("\"version\":\"\\u001B[2Jowned\""));
    assertThat(fleet("--host", "evil")).doesNotContain("\u001b").contains("[2Jcgroup");
    assertThat(fleet("--host", "evil", "-j"))
        .contains("\"there are more than 2048 cgroups; the rest is left out\"")
        .contains("{\"kind\":\"finding\",\"rule\":\"R3\",\"severity\":\"critical\",\"count\":2}");

    dying.destroyForcibly();
    await(
        "mortal",
        host ->
            host.startsWith("down")
                && host.contains("\"last_reading\":")
                && !host.contains("\"qp\":"));
    exporter(mortal);
    await("mortal", host -> host.startsWith("up") && !host.contains("\"restarts\":0"));
    String good = fleet("--host", "good", "-j");
    assertThat(good)
        .contains("\"device\":\"rxe0\"", "\"cgroup\":\"/demo-")
        .containsPattern("\"history\":\\{[^}]*\"qp\":\\[[^]]*[0-9]");
  }

  /** Three hosts whose connections have faults, as {@link FleetScenes#faults} makes them. */
  private void scene() throws IOException {
    JoinScenes scene = new JoinScenes();
    FleetScenes.faults(scene);
    for (RecordedHost node : List.of(scene.node1, scene.node2, scene.node3)) {
      Path recording = directory.resolve(node.name() + ".rec");
      node.record(recording, 2, 5);
      int port = freePort();
      nodeExporters.add(exporter(port, recording, "--export-connections", "100"));
      target(nodes, node.name(), port);
    }
  }

  /** Targets of somebody else, one of which has the name of a host of ours. */
  private void foreign() throws IOException {
    target(strangers, "good", serve(() -> "node_load1 0.5\n"));
    target(strangers, "dead", freePort());
  }

  @Test
  void bothEndsOfConnectionsAreFoundAndWhatIsWrongWithThem() {
    String healthy = "\"connections\":{\"missing\":1,\"unknown\":1,\"known\":6,";
    awaitConnections(json -> json.contains(healthy) && rules(json).equals("J1 J1 J3 J7 J8"));

    nodeExporters.getLast().destroyForcibly();
    awaitConnections(json ->
        json.contains("\"connections\":{\"missing\":1,\"unknown\":2,\"known\":5,")
            && json.contains("\"reason\":\"node3 is down\"")
            && rules(json).equals("J1 J1 J3 J7 J8"));
  }

  /** The rules of what is found, in order. */
  private static String rules(String json) {
    return Pattern.compile("\"rule\":\"(J\\d)\"")
        .matcher(json)
        .results()
        .map(found -> found.group(1))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private void awaitConnections(Predicate<String> wanted) {
    Instant end = Instant.now().plus(Hanging.LIMIT);
    String seen = "";
    while (Instant.now().isBefore(end)) {
      seen = fleet("--job", "fabric", "--connections", "-j");
      if (wanted.test(seen)) {
        return;
      }
      pause(Duration.ofMillis(500));
    }
    throw new AssertionError("what was last seen: " + seen);
  }

  @Test
  void everyExpressionOfTheDashboardsFindsSomething() throws IOException, InterruptedException {
    await("good", host -> host.contains("\"calls\":") && host.contains("\"critical\":"));
    List<Path> dashboards;
    try (Stream<Path> files = Files.list(Path.of("../samples/grafana"))) {
      dashboards = files.filter(file -> file.toString().endsWith(".json")).toList();
    }
    assertThat(dashboards).hasSize(4);
    String metrics = Files.readString(Path.of("src/test/resources/golden/metrics-prometheus.txt"));
    for (Path dashboard : dashboards) {
      String jobs = jobs(dashboard);
      assertThat(ask("up{job=~\"" + jobs + "\"}"))
          .contains("\"instance\":\"good\"")
          .doesNotContain("\"job\":\"node\"");
      List<String> expressions =
          EXPRESSION
              .matcher(Files.readString(dashboard))
              .results()
              .map(found -> found.group(1).replaceAll("\\\\(.)", "$1"))
              .toList();
      assertThat(expressions).hasSizeGreaterThan(10);
      for (String expression : expressions) {
        assertThat(METRIC.matcher(expression).results().map(MatchResult::group))
            .as(expression)
            .allSatisfy(metric -> assertThat(metrics).containsPattern("(?m)^" + metric + "[{ ]"));
        String query = filledIn(expression, jobs);
        assertThat(ask(query)).as(expression).startsWith("{\"status\":\"success\"");
        if (!NOT_RECORDED.matcher(expression).find()) {
          // What is recorded comes one after the other, and its end stays.
          Instant end = Instant.now().plus(Hanging.LIMIT);
          while (!ask(query).contains("\"value\":")) {
            assertThat(Instant.now()).as(dashboard + ": " + expression).isBefore(end);
            pause(Duration.ofMillis(500));
          }
        }
      }
    }
  }

  /** What Grafana makes of all jobs in a dashboard: its own word for them, or else their names. */
  private String jobs(Path dashboard) throws IOException, InterruptedException {
    Matcher variable = JOBS.matcher(Files.readString(dashboard));
    assertThat(variable.find()).as(dashboard.toString()).isTrue();
    Matcher all = ALL_VALUE.matcher(variable.group());
    return all.find()
        ? all.group(1)
        : JOB.matcher(ask("count by (job) (rdma_monitor_build_info)"))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.joining("|"));
  }

  /** With what a person would have chosen, as Grafana fills it in. */
  private static String filledIn(String expression, String jobs) {
    Map<String, String> chosen =
        Map.of(
            "job", jobs,
            "instance", "good",
            "cgroup", ".*",
            "namespace", ".*",
            "pod", ".*",
            "slurm_job", ".*",
            "name", "demo-pingpong.slice",
            "__rate_interval", "1m");
    return VARIABLE
        .matcher(expression)
        .replaceAll(
            found -> Matcher.quoteReplacement(Objects.requireNonNull(chosen.get(found.group(1)))));
  }

  private String ask(String expression) throws IOException, InterruptedException {
    String url =
        server + "/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8);
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
      return response.body();
    }
  }

  /** Waits for the fleet to say of a host what is wanted. */
  private void await(String host, Predicate<String> wanted) {
    Instant end = Instant.now().plus(Hanging.LIMIT);
    String seen = "";
    while (Instant.now().isBefore(end)) {
      Matcher found = HOST.matcher(fleet("-j"));
      while (found.find()) {
        if (found.group(1).equals(host)) {
          seen = found.group(2) + found.group(3);
          if (wanted.test(seen)) {
            return;
          }
        }
      }
      pause(Duration.ofMillis(300));
    }
    throw new AssertionError(host + " was last seen so: " + seen);
  }

  /** What the command prints, as soon as the server knows a host. */
  private String fleet(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("fleet", "--prometheus", server, "--window", "30", "--lookback", "600"));
    arguments.addAll(List.of(more));
    Instant end = Instant.now().plus(Hanging.LIMIT);
    while (true) {
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int exitCode =
          new Program(
                  new ProcessContext(
                      out,
                      new PrintWriter(err, true),
                      Map.of(),
                      directory,
                      Clock.systemUTC(),
                      () -> false,
                      () -> {
                        throw new AssertionError("there is no terminal");
                      },
                      ScriptedPace::new,
                      options -> {
                        throw new AssertionError("no kernel is watched");
                      },
                      Optional::empty))
              .run(arguments.toArray(String[]::new));
      if (exitCode == ExitCode.OK) {
        return out.toString();
      }
      assertThat(Instant.now()).as(err.toString()).isBefore(end);
      pause(Duration.ofMillis(200));
    }
  }

  private Process exporter(int port) throws IOException {
    return exporter(port, RECORDING);
  }

  private Process exporter(int port, Path recording, String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "export",
                "127.0.0.1:" + port,
                "--replay",
                recording.toString()));
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("exporter-%d.log".formatted(port)).toFile())
            .start();
    processes.add(process);
    return process;
  }

  /** Has the server scrape a port under a name. */
  private void target(String name, int port) {
    target(targets, name, port);
  }

  private static void target(StringBuilder job, String name, int port) {
    job.append(
        "      - {targets: [\"127.0.0.1:%d\"], labels: {instance: %s}}\n".formatted(port, name));
  }

  /** A target that says something of its own. */
  private void lie(String name, Supplier<String> metrics) throws IOException {
    target(name, serve(metrics));
  }

  /** Serves what is made anew each time, and tells at which port. */
  private int serve(Supplier<String> metrics) throws IOException {
    HttpServer lying =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    lying.setExecutor(threads);
    lying.createContext(
        "/metrics",
        exchange -> {
          scrapes.incrementAndGet();
          byte[] body = metrics.get().getBytes(StandardCharsets.UTF_8);
          try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    lying.start();
    servers.add(lying);
    return lying.getAddress().getPort();
  }

  /** What a host that says the least has to say, with a clock that is ahead. */
  private String bare(String version, long ahead) {
    return """
    rdma_monitor_build_info{version="%s"} 1
    rdma_monitor_last_reading_timestamp_seconds %d
    rdma_monitor_cpu_seconds_total %d
    """
        .formatted(version, Instant.now().getEpochSecond() + ahead, scrapes.get());
  }

  private static String cgroups(int most) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < most; i++) {
      text.append(
          "rdma_monitor_cgroup_resources{cgroup=\"/\u001b[2Jcgroup%d\",device=\"a\",type=\"QP\"} 1\n"
              .formatted(i));
    }
    return text.toString();
  }

  /**
   * One that is below those which the kernel gives to whoever asks for any, and given once only.
   */
  private int freePort() {
    int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
    while (!givenPorts.add(port) || isInUse(port)) {
      port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
    }
    return port;
  }

  private static boolean isInUse(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
