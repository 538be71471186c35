// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.fleet.HostId;

/** Expressions as promtool, of Prometheus, evaluates them. */
class FleetQueriesTest {
  private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
  private static final String HOST = "job=\"rdma-monitor\",instance=\"n1\"";

  @TempDir private Path directory;

  static Stream<FleetQueries> queries() {
    return Stream.of(Optional.<String>empty(), Optional.of("a|b"))
        .map(job -> new FleetQueries(job, Duration.ofMinutes(5), Duration.ofHours(1)));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void prometheusTakesAllOfThem(FleetQueries queries) throws IOException, InterruptedException {
    FleetQueries.OfHost host = queries.of(new HostId("rdma-monitor", "n1"));
    List<String> all =
        List.of(
            queries.up(),
            queries.lastReading(),
            queries.version(),
            queries.resources(),
            queries.impossible(),
            queries.calls(),
            queries.refused(),
            queries.breaches(),
            queries.cgroupBreaches(),
            queries.findings(),
            queries.restarts(),
            queries.backwards(),
            queries.scrapes(),
            queries.connectionsBegin(),
            queries.connectionsLeftOut(),
            queries.addresses(),
            queries.connections(),
            queries.goneConnections(),
            host.resources(),
            host.most(),
            host.calls(),
            host.cgroupResources(),
            host.cgroupBytes(),
            host.cgroupCalls(),
            host.cgroupRefused(),
            host.cgroupNames(),
            host.breaches(),
            host.cgroupBreaches(),
            host.findings(),
            host.queuePairs(),
            host.memoryRegions(),
            host.allCalls(),
            host.allFailed());

    check(
        series("other", "a=\"b\"", "1"),
        all.stream().map(query -> test(query, "[]")).collect(Collectors.joining()));
  }

  @Test
  void whatCanBeIsAddedUp() throws IOException, InterruptedException {
    FleetQueries queries = queries().findFirst().orElseThrow();

    check(
        series("rdma_monitor_resources", "device=\"a\",type=\"QP\"", "0")
            + series("rdma_monitor_resources", "device=\"b\",type=\"QP\"", "9007199254740992")
            + series("rdma_monitor_verbs_total", "device=\"a\",result=\"ok\"", "0+30x9")
            + series("rdma_monitor_verbs_total", "device=\"b\",result=\"ok\"", "0+45x9"),
        test(queries.resources(), sample(",type=\"QP\"", "9007199254740992"))
            + test(queries.calls(), sample(",result=\"ok\"", "1.25"))
            + test(queries.impossible(), "[]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-100", "2.5", "1e20", "-0.5"})
  void nothingMakesUpForANumberThatCannotBe(String number)
      throws IOException, InterruptedException {
    FleetQueries queries = queries().findFirst().orElseThrow();
    FleetQueries.OfHost host = queries.of(new HostId("rdma-monitor", "n1"));

    check(
        series("rdma_monitor_resources", "device=\"a\",type=\"QP\"", "100")
            + series("rdma_monitor_resources", "device=\"b\",type=\"QP\"", number)
            + series("rdma_monitor_cgroup_resources", "cgroup=\"/a\",type=\"MR\"", number)
            + series("rdma_monitor_cgroup_resources", "cgroup=\"/b\",type=\"MR\"", "7")
            + series("rdma_monitor_active_findings", "rule=\"R3\",severity=\"critical\"", "100")
            + series("rdma_monitor_active_findings", "rule=\"R5\",severity=\"critical\"", number),
        test(queries.resources(), sample(",type=\"QP\"", number))
            + test(queries.impossible(), sample(",type=\"MR\"", number))
            + test(queries.findings(), sample(",severity=\"critical\"", number))
            + test(host.queuePairs(), "[{labels: '{}', value: %s}]".formatted(number)));
  }

  @Test
  void nothingMakesUpForACounterBelowZero() throws IOException, InterruptedException {
    FleetQueries queries = queries().findFirst().orElseThrow();

    check(
        series("rdma_monitor_verbs_total", "device=\"a\",result=\"ok\"", "0+30x9")
            + series("rdma_monitor_verbs_total", "device=\"b\",result=\"ok\"", "-100")
            + series("rdma_monitor_refused_total", "rule=\"QP_COUNT\"", "-1"),
        test(queries.calls(), sample(",result=\"ok\"", "-100"))
            + test(queries.refused(), sample("", "-1")));
  }

  /** A series of the host: one number, or ten that rise. */
  private static String series(String metric, String labels, String values) {
    return "  - {series: '%s{%s,%s}', values: '%s'}\n"
        .formatted(metric, HOST, labels, values.contains("x") ? values : values + "+0x9");
  }

  private static String test(String query, String samples) {
    return "  - {expr: '%s', eval_time: 9m, exp_samples: %s}\n"
        .formatted(query.replace("'", "''"), samples);
  }

  private static String sample(String labels, String value) {
    return "[{labels: '{%s%s}', value: %s}]".formatted(HOST, labels, value);
  }

  private void check(String series, String tests) throws IOException, InterruptedException {
    assumeTrue(
        Files.isExecutable(PROMTOOL), "promtool (of the package prometheus) is not installed");
    Path file = directory.resolve("test.yml");
    Files.writeString(
        file,
        "tests:\n- interval: 1m\n  input_series:\n%s  promql_expr_test:\n%s"
            .formatted(series, tests));
    Process process =
        new ProcessBuilder(PROMTOOL.toString(), "test", "rules", file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }
}
