// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.FakePrometheus;
import org.rdmamonitor.FleetScenes;
import org.rdmamonitor.Golden;
import org.rdmamonitor.JoinScenes;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.model.Sample;

/** The command fleet, against servers that tests make up. */
class FleetTest extends ProgramTrial {
  @Test
  void aFleetIsText() throws IOException {
    try (FakePrometheus server = FleetScenes.three(new FakePrometheus())) {
      assertThat(fleet(server)).isEqualTo(ExitCode.OK);

      Golden.assertMatches(withoutPort(server), "fleet.txt");
      assertThat(err.toString()).isEmpty();
    }
  }

  @Test
  void aHostIsTextInDetail() throws IOException {
    try (FakePrometheus server = FleetScenes.three(FleetScenes.details(new FakePrometheus()))) {
      assertThat(fleet(server, "--host", "n1:19879")).isEqualTo(ExitCode.OK);

      Golden.assertMatches(withoutPort(server), "fleet-host.txt");
    }
  }

  @Test
  void whatAHostThatIsDownHasIsNotKnown() {
    try (FakePrometheus server = FleetScenes.quiet(new FakePrometheus())) {
      assertThat(fleet(server, "--host", "n3:19879")).isEqualTo(ExitCode.OK);
      assertThat(out.toString())
          .contains("What is exceeded or was found there is not known: the host is down.\n")
          .doesNotContain("nothing was found", "Exporter");
    }
    try (FakePrometheus server = FleetScenes.quiet(new FakePrometheus())) {
      assertThat(fleet(server, "--host", "n3:19879", "-j")).isEqualTo(ExitCode.OK);
      assertThat(out.toString())
          .contains("\"host\":{\"instance\":\"n3:19879\",\"job\":\"rdma-monitor\",\"history\":")
          .doesNotContain("\"devices\"", "\"cgroups\"", "\"problems\"");
    }
  }

  @Test
  void aHostThatIsWellHasNoProblems() {
    try (FakePrometheus server = FleetScenes.quiet(new FakePrometheus())) {
      assertThat(fleet(server, "--host", "n1:19879")).isEqualTo(ExitCode.OK);
      assertThat(out.toString()).contains("No limit is exceeded, and nothing was found.\n");
    }
    try (FakePrometheus server = FleetScenes.quiet(new FakePrometheus())) {
      assertThat(fleet(server, "--host", "n1:19879", "-j")).isEqualTo(ExitCode.OK);
      assertThat(out.toString()).contains("\"problems\":[]");
    }
  }

  @Test
  void figuresThatCannotBeAreDashesInTextAndNotInJson() throws IOException {
    try (FakePrometheus server = FleetScenes.impossible(new FakePrometheus())) {
      assertThat(fleet(server, "--host", "n1:19879")).isEqualTo(ExitCode.OK);
      assertThat(fleet(server, "--host", "n1:19879", "-j")).isEqualTo(ExitCode.OK);

      Golden.assertMatches(withoutPort(server), "fleet-impossible.txt");
    }
  }

  @Test
  void bothAreJson() throws IOException {
    try (FakePrometheus server = FleetScenes.three(FleetScenes.details(new FakePrometheus()))) {
      assertThat(fleet(server, "--host", "n1:19879", "-j")).isEqualTo(ExitCode.OK);

      Golden.assertMatches(withoutPort(server), "fleet.jsonl");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--connections, fleet-connections.txt",
    "--connections -j, fleet-connections.jsonl",
    "--graph dot, fleet-map.dot",
    "--graph json --by pod, fleet-map.jsonl"
  })
  void bothEndsOfConnectionsAreToldWithWhatIsFound(String arguments, String golden)
      throws IOException {
    try (FakePrometheus server = FleetScenes.connected(new FakePrometheus())) {
      assertThat(fleet(server, arguments.split(" ", -1))).isEqualTo(ExitCode.OK);

      Golden.assertMatches(withoutPort(server), golden);
      assertThat(err.toString()).isEmpty();
    }
  }

  /** Ten thousand connections between three hosts, as their exporters tell of them. */
  @Test
  void healthyConnectionsAreNoFinding() throws IOException {
    JoinScenes scene = new JoinScenes();
    RecordedHost[] hosts = {scene.node1, scene.node2, scene.node3};
    for (int i = 0; i < 10_000; i++) {
      scene.connect(hosts[i % 3], hosts[(i + 1 + i % 2) % 3], 0.1 + i * 0.00005);
    }
    try (FakePrometheus server = new FakePrometheus()) {
      for (RecordedHost host : hosts) {
        List<Sample> samples = new ArrayList<>(host.samples(0, 1));
        host.samples(60, 60)
            .forEach(
                sample -> samples.add(sample.at(sample.time(), Duration.ofSeconds(60).toNanos())));
        FleetScenes.exporter(server, host, 60, samples, true);
      }

      assertThat(fleet(server, "--connections", "-j")).isEqualTo(ExitCode.OK);

      assertThat(out.toString())
          .contains("\"connections\":{\"missing\":0,\"unknown\":0,\"known\":10000,")
          .contains("\"findings\":[],\"findings_left_out\":0,\"notes\":[]}");
    }
  }

  @Test
  void itIsReadAgainAtEachIntervalAndFailuresInBetweenAreTold() throws IOException {
    AtomicInteger readings = new AtomicInteger();
    try (FakePrometheus good = FleetScenes.three(new FakePrometheus());
        FakePrometheus server =
            new FakePrometheus(exchange -> {
              boolean isFirst =
                  FakePrometheus.parameters(exchange).getOrDefault("query", "").contains("((up");
              if ((isFirst ? readings.incrementAndGet() : readings.get()) == 2) {
                FakePrometheus.send(exchange, 503, "{\"status\":\"error\",\"error\":\"not now\"}");
              } else {
                FakePrometheus.send(exchange, 200, UP);
              }
            })) {
      assertThat(good.uri()).isNotNull();
      assertThat(fleet(server, "-n", "3", "-j")).isEqualTo(ExitCode.OK);
      assertThat(out.toString().lines()).hasSize(2);
      assertThat(err.toString()).contains(" it answers 503: not now\n");
    }
  }

  @Test
  void thePastIsAskedForWithItsTime() throws IOException {
    try (FakePrometheus server = FleetScenes.three(new FakePrometheus())) {
      assertThat(fleet(server, "--at", "2h ago", "-j")).isEqualTo(ExitCode.OK);

      assertThat(server.asked())
          .allSatisfy(asked ->
              assertThat(FakePrometheus.parameters(asked).get("time"))
                  .isEqualTo(
                      Long.toString(now().minus(Duration.ofHours(2)).getEpochSecond()) + ".000"));
    }
  }

  @Test
  void jobsAndWindowsAreInTheQueriesWithoutABreach() throws IOException {
    try (FakePrometheus server = new FakePrometheus()) {
      fleet(server, "--job", "a\"] or b=\"\\w+\n", "--window", "60", "--lookback", "7200");

      assertThat(server.queries().getFirst())
          .isEqualTo("max by (job, instance) (up{job=~\"a\\\"] or b=\\\"\\\\w+\\x0a\"})");
      assertThat(err.toString()).contains("knows no host with rdma-monitor");
    }
  }

  @Test
  void hostsAreBounded() throws IOException {
    try (FakePrometheus server =
        new FakePrometheus(exchange -> {
          StringBuilder many = new StringBuilder("{\"status\":\"success\",\"data\":{\"result\":[");
          for (int i = 0; i < 30_000; i++) {
            many.append(i == 0 ? "" : ",")
                .append("{\"metric\":{\"job\":\"j\",\"instance\":\"")
                .append(i)
                .append("\"},\"value\":[1,\"1\"]}");
          }
          FakePrometheus.send(exchange, 200, many + "]}}");
        })) {
      assertThat(fleet(server)).isEqualTo(ExitCode.RUNTIME);
      assertThat(err.toString())
          .contains("knows more than 20000 hosts; --job takes a part of them");
    }
  }

  @Test
  void aBombOfZeroesIsNotReadToItsEnd() throws IOException {
    try (FakePrometheus server =
        new FakePrometheus(exchange -> {
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          exchange.sendResponseHeaders(200, 0);
          byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
          try (exchange;
              GZIPOutputStream body = new GZIPOutputStream(exchange.getResponseBody())) {
            for (int i = 0; i < 1000; i++) {
              body.write(blanks);
            }
          }
        })) {
      assertThat(fleet(server)).isEqualTo(ExitCode.RUNTIME);
      assertThat(err.toString()).contains("an answer is larger than 64 MiB");
    }
  }

  @Test
  void anAnswerThatDripsIsCutOff() throws IOException {
    try (FakePrometheus server =
        new FakePrometheus(exchange -> {
          exchange.sendResponseHeaders(200, 0);
          for (int i = 0; i < 10_000; i++) {
            exchange.getResponseBody().write(' ');
            exchange.getResponseBody().flush();
            sleep(exchange);
          }
        })) {
      assertThat(fleet(server, "--timeout", "0.5")).isEqualTo(ExitCode.RUNTIME);
      assertThat(err.toString()).contains(" did not answer within 500 ms");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | {}                     | it answers 401: it wants authentication, which"
            + " --http.config.file gives",
        "302 | {}                     | it answers 302 and sends on to http://x/; that is the URL"
            + " to give, if it is trusted",
        "422 | {\"error\":\"a\\u001b\"} | it answers 422: a\\x1b",
        "502 | <html>                 | it answers 502",
        "200 | <html>                 | it is no JSON as Prometheus writes it",
        "200 | {\"status\":\"error\",\"error\":\"why\"} | why",
      })
  void whatAServerSaysInsteadIsTold(int status, String body, String message) throws IOException {
    try (FakePrometheus server =
        new FakePrometheus(exchange -> {
          exchange.getResponseHeaders().set("Location", "http://x/");
          FakePrometheus.send(exchange, status, body);
        })) {
      assertThat(fleet(server)).isEqualTo(ExitCode.RUNTIME);
      assertThat(err.toString())
          .startsWith("rdma-monitor: http://127.0.0.1:")
          .contains(message)
          .doesNotContain("\u001b");
    }
  }

  @Test
  void thePasswordIsShown() throws IOException {
    Files.writeString(directory.resolve("http.yml"), "basic_auth:\n  username: u\n  password: p\n");
    try (FakePrometheus server = FleetScenes.three(new FakePrometheus())) {
      assertThat(fleet(server, "--http.config.file", "http.yml")).isEqualTo(ExitCode.OK);
      assertThat(server.asked())
          .allSatisfy(asked ->
              assertThat(asked.getRequestHeaders().getFirst("Authorization"))
                  .isEqualTo("Basic dTpw"));
    }
  }

  @Test
  void aWrongFileIsAnErrorOfConfiguration() throws IOException {
    Files.writeString(directory.resolve("http.yml"), "a\n");

    assertThat(run("fleet", "--prometheus", "http://h", "--http.config.file", "http.yml"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString()).isEqualTo("http.yml:1: is no line such as 'username: prometheus'\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fleet|which server? --prometheus http://prometheus.example:9090 names it",
        "fleet --prometheus ftp://x|Invalid value for option '--prometheus': 'ftp://x': it is no"
            + " URL such as http://prometheus.example:9090",
        "fleet --prometheus 127.0.0.1:9090|Invalid value for option '--prometheus':"
            + " '127.0.0.1:9090': it is no URL such as http://prometheus.example:9090",
        "fleet --prometheus http://u:p^@x|Invalid value for option '--prometheus': '(not shown)':"
            + " it is no URL such as http://prometheus.example:9090",
        "fleet --prometheus http://u:p@x|Invalid value for option '--prometheus': '(not shown)': a"
            + " password in a URL is seen by others; --http.config.file takes it",
        "fleet --prometheus http://x --at +1m -n 2|--at is a single moment: without -i, -n and -d",
        "fleet --prometheus http://x --by pod|--by goes with --graph",
        "fleet --prometheus http://x --graph dot -j|either --json or --graph",
        "fleet --prometheus http://x --job (|Invalid value for option '--job': '(' is no regular"
            + " expression: Unclosed group",
      })
  void aWrongCommandLineIsTold(String arguments, String message) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("rdma-monitor: " + message + "\n");
  }

  private static final String UP =
      "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{\"job\":\"j\",\"instance\":\"i\"},\"value\":[1,\"1\"]}]}}";

  private static java.time.Instant now() {
    return org.rdmamonitor.Scenes.START.plus(Duration.ofSeconds(2));
  }

  private static void sleep(HttpExchange exchange) throws IOException {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IOException(exchange.toString(), e);
    }
  }

  private int fleet(FakePrometheus server, String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "fleet";
    arguments[1] = "--prometheus";
    arguments[2] = server.uri().toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return run(arguments);
  }

  /** What was written, with the server's port made one that is always the same. */
  private String withoutPort(FakePrometheus server) {
    return out.toString().replace(server.uri().toString(), "http://127.0.0.1:9090");
  }
}
