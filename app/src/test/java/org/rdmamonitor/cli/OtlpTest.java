// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.AsyncScenes;
import org.rdmamonitor.FakeCollector;
import org.rdmamonitor.OtlpSchema.LogRecord;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.cli.process.ThisHost;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;

/** What is sent to a receiver of OTLP, of each command that can. */
class OtlpTest extends ProgramTrial {
  private static final String RECORDING =
      Path.of("../samples/recordings/tenants.rec").toAbsolutePath().toString();

  private static Sample tenants(int reading) {
    Sample sample = Scenes.tenants(reading);
    ControlCall refused =
        new ControlCall(
            sample.time(),
            Verb.QP_CREATE,
            0,
            OptionalInt.empty(),
            new ControlCall.Caller(99, 99, "greedy", false, 0, 0, false),
            1,
            Duration.ZERO,
            new Refusal(
                Refusal.CallOutcome.REFUSED,
                0,
                Refusal.Measure.OBJECTS,
                Optional.of(ResourceType.QP),
                5,
                5));
    return sample.with(
        Stream.concat(sample.calls().stream(), Stream.of(refused)).toList(),
        AsyncScenes.events(sample.time()),
        sample.callsLeftOut());
  }

  private void watchTenants() {
    opener = options -> new ScriptedSource(OtlpTest::tenants);
  }

  private static long troubles() {
    return AsyncScenes.events(Scenes.START).stream().filter(AsyncEvent::isTrouble).count();
  }

  private static String[] words(String line) {
    return line.split(" ", -1);
  }

  private static Map<String, Long> byName(List<LogRecord> records) {
    return records.stream()
        .collect(Collectors.groupingBy(LogRecord::eventName, Collectors.counting()));
  }

  /** A URL where nobody listens. */
  private static URI dead() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
  }

  @Test
  void theMonitorSendsWhatBeginsAndEndsAndWhatWasRefused() throws IOException {
    watchTenants();
    Files.writeString(directory.resolve("config.txt"), "QP_COUNT 1\n");
    try (FakeCollector collector = new FakeCollector()) {
      assertThat(run(words("-j -n 3 --otlp " + collector.uri()))).isEqualTo(ExitCode.OK);

      assertThat(collector.errors()).isEmpty();
      assertThat(out.toString().lines()).hasSize(3);
      assertThat(byName(collector.taken()))
          .containsEntry("rdma_monitor.refusal", 3L)
          .containsEntry("rdma_monitor.async_event", 3 * troubles())
          .containsKeys("rdma_monitor.breach")
          .doesNotContainKeys("rdma_monitor.call", "rdma_monitor.lost_calls");
      assertThat(collector.taken())
          .allSatisfy(record ->
              assertThat(record.resource())
                  .containsEntry("host.name", ThisHost.read().name())
                  .containsEntry("service.name", "rdma-monitor"))
          .filteredOn(record -> record.eventName().equals("rdma_monitor.breach"))
          .extracting(
              record -> record.attributes().get("rdma_monitor.rule"),
              record -> record.attributes().get("rdma_monitor.state"))
          .contains(Tuple.tuple("QP_COUNT", "begun"));
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void callsAreSentIfThatIsAskedForEachOnce() {
    watchTenants();
    long calls = 0;
    for (int i = 0; i < 3; i++) {
      calls += Scenes.tenants(i).calls().size();
    }
    try (FakeCollector collector = new FakeCollector()) {
      assertThat(run(words("-j -n 3 --otlp-calls --otlp " + collector.uri())))
          .isEqualTo(ExitCode.OK);

      assertThat(collector.errors()).isEmpty();
      assertThat(byName(collector.taken()))
          .containsEntry("rdma_monitor.call", calls)
          .containsEntry("rdma_monitor.refusal", 3L)
          .containsEntry("rdma_monitor.async_event", 3L * AsyncScenes.events(Scenes.START).size());
      assertThat(collector.taken().stream().map(LogRecord::uid)).doesNotHaveDuplicates();
    }
  }

  @Test
  void eventsSendsWhatItPrints() {
    watchTenants();
    try (FakeCollector collector = new FakeCollector()) {
      assertThat(run(words("events -j -d 0.3 --verb QP_CREATE --otlp " + collector.uri())))
          .isEqualTo(ExitCode.OK);

      assertThat(collector.errors()).isEmpty();
      assertThat(collector.taken())
          .hasSize((int) out.toString().lines().filter(line -> !line.contains("\"lost\"")).count())
          .isNotEmpty()
          .allSatisfy(record ->
              assertThat(record.attributes()).containsEntry("rdma_monitor.verb", "QP_CREATE"));
    }
  }

  @Test
  void eventsSendsTheAsynchronousEventsThatItPrints() {
    watchTenants();
    try (FakeCollector collector = new FakeCollector()) {
      assertThat(run(words("events -j -n 2 --event rejected,77 --otlp " + collector.uri())))
          .isEqualTo(ExitCode.OK);

      assertThat(out.toString().lines())
          .satisfiesExactly(
              line -> assertThat(line).contains("\"event\":\"REJECTED\""),
              line -> assertThat(line).contains("\"event\":\"77\""));
      assertThat(collector.errors()).isEmpty();
      assertThat(collector.taken())
          .extracting(record -> record.attributes().get("rdma_monitor.event"))
          .containsExactly("REJECTED", "77");
    }
  }

  @Test
  void anEventThatThereIsNoneOfIsAWrongCommandLine() {
    assertThat(run(words("events --event QP_FATAL,QP_CREATE"))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("'QP_CREATE' is no asynchronous event: give its name such as");
  }

  @Test
  void aRecordingLosesNoCallHoweverSmallTheQueueIs() {
    try (FakeCollector collector = new FakeCollector()) {
      assertThat(
              run(
                  words(
                      "events -j --otlp-queue 16 --replay "
                          + RECORDING
                          + " --otlp "
                          + collector.uri())))
          .isEqualTo(ExitCode.OK);

      assertThat(collector.errors()).isEmpty();
      assertThat(err.toString()).isEmpty();
      assertThat(collector.taken())
          .hasSameSizeAs(out.toString().lines().toList())
          .hasSizeGreaterThan(1000);
    }
  }

  @Test
  void aRecordingGoesOnUntilASlowReceiverHasAllOfIt() {
    try (FakeCollector collector = new FakeCollector()) {
      collector.always((exchange, records) -> {
        takeTime();
        collector.take(exchange, records);
      });
      assertThat(run(words("events -j --replay " + RECORDING + " --otlp " + collector.uri())))
          .isEqualTo(ExitCode.OK);

      assertThat(err.toString()).isEmpty();
      assertThat(collector.taken()).hasSameSizeAs(out.toString().lines().toList());
    }
  }

  /** So much for each batch that all of them take longer than the end of other runs may. */
  private static void takeTime() {
    try {
      Thread.sleep(Duration.ofMillis(700));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aRecordingThatIsExportedSendsItsFindingsAsOfItsHost() {
    pace.stopAfter(Duration.ofMinutes(2));
    try (FakeCollector collector = new FakeCollector()) {
      environment.put("RDMA_MONITOR_OTLP", collector.uri().toString());
      assertThat(run(words("export 0 -i 5 --replay " + RECORDING))).isEqualTo(ExitCode.OK);

      assertThat(collector.errors()).isEmpty();
      assertThat(byName(collector.taken())).containsKeys("rdma_monitor.finding");
      assertThat(collector.taken())
          .extracting(record -> record.resource().get("host.name"))
          .containsOnly("lab")
          .isNotEmpty();
    }
  }

  @Test
  void aReceiverThatIsNotThereCostsDropsOnlyWhichAreTold() throws IOException {
    watchTenants();
    pace.stopAfter(Duration.ofSeconds(20));
    URI dead = dead();

    assertThat(run(words("-j -i 1 --otlp-calls --otlp-queue 16 --otlp " + dead)))
        .isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines()).hasSize(21);
    assertThat(out.toString().lines().toList().getLast())
        .contains("\"lost_log_records\":")
        .doesNotContain("sent_log_records");
    assertThat(err.toString())
        .contains("0 log records were sent and ", " lost: ", " dropped, 0 rejected; " + dead);
  }

  @Test
  void aReceiverThatSaysNothingKeepsNobodyFromLeaving() {
    watchTenants();
    pace.stopAfter(Duration.ofSeconds(5));
    try (FakeCollector collector =
        new FakeCollector().always((exchange, records) -> exchange.getRequestBody().read())) {
      assertThat(run(words("-j --otlp " + collector.uri()))).isEqualTo(ExitCode.OK);
    }
    assertThat(out.toString().lines()).hasSize(6);
    assertThat(err.toString())
        .containsPattern("0 log records were sent and [0-9]+ lost: [0-9]+ dropped, 0 rejected; of")
        .containsPattern("; of [1-9][0-9]* more it is not known whether they arrived\n");
  }

  @Test
  void whatIsRejectedIsToldWhereThereIsNoScreenAndAfterItWhereThereIsOne() {
    watchTenants();
    terminal = true;
    try (FakeCollector collector =
        new FakeCollector().always(FakeCollector.with(400, "{\"message\":\"too\\u001b old\"}"))) {
      assertThat(run(words("-n 2 --otlp " + collector.uri()))).isEqualTo(ExitCode.OK);

      assertThat(err.toString())
          .matches(
              "rdma-monitor: 0 log records were sent and (\\d+) lost: 0 dropped, \\1 rejected; "
                  + collector.uri()
                  + "/v1/logs answers 400: too\\\\x1b old\n");
    }
  }

  @Test
  void headersAndAttributesComeFromTheEnvironmentOrAFile() throws IOException {
    watchTenants();
    environment.put("OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%20b+c, x-other = d");
    environment.put("OTEL_RESOURCE_ATTRIBUTES", "k8s.cluster.name=prod,host.name=n9");
    environment.put("OTEL_SERVICE_NAME", "rdma");
    Files.writeString(directory.resolve("headers"), "# ours\n\nX-Key:  e \n");
    try (FakeCollector collector = new FakeCollector()) {
      run(words("-j -n 1 --otlp " + collector.uri()));
      run(words("-j -n 1 --otlp-headers headers --otlp " + collector.uri() + "/v1/logs"));

      assertThat(collector.errors()).isEmpty();
      assertThat(collector.requests())
          .extracting(
              request -> request.path(),
              request -> request.headers().getFirst("X-Key"),
              request -> request.headers().getFirst("X-Other"))
          .containsExactly(
              Tuple.tuple("/v1/logs", "a b+c", "d"), Tuple.tuple("/v1/logs", "e", null));
      assertThat(collector.taken())
          .isNotEmpty()
          .allSatisfy(record ->
              assertThat(record.resource())
                  .containsAllEntriesOf(
                      Map.of(
                          "k8s.cluster.name", "prod", "host.name", "n9", "service.name", "rdma")));
    }
  }

  @Test
  void aSecretThatCanBeReadOnTheWayIsWarnedOf() throws IOException {
    watchTenants();
    pace.stopAfter(Duration.ZERO);
    Files.writeString(directory.resolve("headers"), "X-Key: e\n");

    run(words("-j -n 1 --otlp-headers headers --otlp http://collector.invalid:4318"));
    assertThat(err.toString())
        .startsWith("rdma-monitor: over http, the password or token can be read on the way\n");
  }

  @Test
  void wrongHeadersAreErrorsOfConfigurationWithoutTheirValues() throws IOException {
    Files.writeString(
        directory.resolve("headers"),
        "s3cret\nHost: s3cret\nA: b\na: s3cret\nX: s3cr\u00e9t\nÄ: x\n");

    assertThat(run("--otlp", "http://h", "--otlp-headers", "headers"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString())
        .isEqualTo(
            """
            headers:1: is no line such as 'X-Scope-OrgID: tenant-1'
            headers:2: 'Host' is not for others to set
            headers:4: 'a' is there twice
            headers:5: the value of 'X' has more than plain characters
            headers:6: there is no header with such a name
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--otlp ftp://x  | Invalid value for option '--otlp': 'ftp://x': it is no URL such as"
            + " http://collector.example:4318",
        "events --otlp http://u:p@x | Invalid value for option '--otlp': '(not shown)': a password"
            + " in a URL is seen by others; --otlp-config or --otlp-headers takes it",
        "export --otlp-queue 9 --otlp http://x | Invalid value for option '--otlp-queue': '9' is"
            + " not a whole number from 16 to 65536",
        "--otlp-queue 99 | --otlp-config, --otlp-headers and --otlp-queue go with --otlp",
        "--otlp-calls    | --otlp-calls goes with --otlp",
      })
  void aWrongCommandLineIsToldAndNothingStarts(String arguments, String message) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString()).startsWith("rdma-monitor: " + message + "\n");
    assertThat(opened).isNull();
  }

  @Test
  void aWrongVariableIsTold() {
    environment.put("OTEL_EXPORTER_OTLP_HEADERS", "s3cret");
    assertThat(run("--otlp", "http://h")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .startsWith("rdma-monitor: OTEL_EXPORTER_OTLP_HEADERS is no list of key=value\n");
  }

  @Test
  void tlsThatCannotBeSetUpIsToldAndNothingStarts() throws IOException {
    Files.writeString(directory.resolve("ca.pem"), "");
    Files.writeString(directory.resolve("http.yml"), "tls_config:\n  ca_file: ca.pem\n");

    assertThat(run("--otlp", "https://h", "--otlp-config", "http.yml"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString()).contains("TLS cannot be set up: ", "ca.pem: has no certificate");
    assertThat(opened).isNull();
  }

  @Test
  void whoSendsNothingLoadsNoHttpClient() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=classes",
                "-XX:TieredStopAtLevel=1",
                "-Dscene=tenants",
                "-cp",
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                    .map(part -> Path.of(part).toAbsolutePath().toString())
                    .collect(Collectors.joining(File.pathSeparator)),
                MonitorProcess.class.getName(),
                "-n",
                "1")
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(directory.resolve("err").toFile())
            .start();

    assertThat(process.waitFor()).isZero();
    assertThat(Files.readString(directory.resolve("classes")))
        .contains("org.rdmamonitor.cli.loop.LogExport ")
        .doesNotContain("java.net.http", "org.rdmamonitor.render.otlp.OtlpSender ");
  }
}
