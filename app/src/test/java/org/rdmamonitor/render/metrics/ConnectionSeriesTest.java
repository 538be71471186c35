// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Golden;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.RecordedHost.Settings;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.EndCause;

/** Connections with series of their own. */
class ConnectionSeriesTest {
  private static final String PEER = "::ffff:10.1.0.7";

  private final RecordedHost host =
      new RecordedHost("node1", "10.1.0.6", Duration.ZERO, 42, "a", 50);

  private int connect(double time, int peer) {
    int number = host.make(time);
    host.connect(time + 0.01, number, PEER, peer, Settings.usual(987_654, 876_543));
    return number;
  }

  private static List<String> connections(List<String> lines) {
    return lines.stream().filter(line -> line.startsWith("rdma_monitor_connection_")).toList();
  }

  /** The numbers of the queue pairs that have a series. */
  private static String numbers(List<String> lines) {
    return connections(lines).stream()
        .map(line -> line.replaceFirst(".*,qp=\"(\\d+)\".*", "$1"))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static double value(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void oneHasBothEndsAndNoSequenceNumber() throws IOException {
    connect(1, 331);

    List<String> lines = ExportedHost.lines(host.samples(0, 3), 10);

    assertThat(connections(lines))
        .containsExactly(
            "rdma_monitor_connection_timestamp_seconds{address=\"::ffff:10.1.0.6\",cgroup=\"[other]\","
                + "comm=\"app\",device=\"rxe0\",path_mtu=\"1024\",peer_address=\"::ffff:10.1.0.7\","
                + "peer_qp=\"331\",pid=\"42\",port=\"1\",qp=\"50\",service_level=\"3\",state=\"RTS\",traffic_class=\"104\",transport=\"ROCE_V2\",type=\"RC\"}"
                + " 1.69918111101E9");
    assertThat(lines)
        .contains("rdma_monitor_address_info{address=\"::ffff:10.1.0.6\"} 1")
        .noneMatch(line -> line.contains("987654") || line.contains("876543"));
    assertThat(value(lines, "rdma_monitor_connections_left_out")).isZero();
    assertThat(value(lines, "rdma_monitor_connections_begin_timestamp_seconds"))
        .isEqualTo(1.69918111E9);
  }

  /** The manual is held against this. */
  @Test
  void connectionsAndAddressesAreTold() throws IOException {
    connect(1, 331);
    MetricsScene scene = new MetricsScene(1000, 0, 10);
    host.samples(0, 3).forEach(scene::tell);

    StringBuilder told = new StringBuilder();
    scene
        .text(Rendering.OPEN_METRICS)
        .lines()
        .filter(line -> line.matches(".*\\brdma_monitor_(?:connections?_|address\\b|address_).*"))
        .forEach(line -> told.append(line).append('\n'));
    Golden.assertMatches(told.toString(), "metrics-connections.txt");
  }

  @Test
  void noneIsToldOfUnlessThatIsWanted() throws IOException {
    connect(1, 331);

    assertThat(ExportedHost.lines(host.samples(0, 3), 0))
        .noneMatch(line ->
            line.startsWith("rdma_monitor_connection") || line.startsWith("rdma_monitor_address"));
  }

  /** None comes or goes because others do. */
  @Test
  void theFirstOnesAreKeptAsLongAsTheyAreThere() throws IOException {
    int first = connect(2, 1);
    int second = connect(3, 2);
    host.make(3, 7);
    host.connect(4.5, 7, PEER, 3, Settings.usual(1, 1));
    connect(5.2, 4);

    List<String> before = ExportedHost.lines(host.samples(0, 6), 2);
    assertThat(numbers(before)).isEqualTo(first + " " + second);
    assertThat(value(before, "rdma_monitor_connections_left_out")).isEqualTo(2);

    host.end(6.5, first, EndCause.DESTROYED, 0);
    List<String> after = ExportedHost.lines(host.samples(0, 8), 2);
    assertThat(numbers(after)).isEqualTo(second + " 7");
    assertThat(value(after, "rdma_monitor_connections_left_out")).isEqualTo(1);
  }

  /** A device changes states without a call: when that was is known by the reading. */
  @Test
  void aStateThatNoCallHasSetIsOfWhenItWasSeenFirst() throws IOException {
    int number = connect(1, 331);
    host.fail(4.5, number);

    List<Sample> samples = host.samples(0, 9);
    List<String> lines = ExportedHost.lines(samples, 10);

    assertThat(connections(lines)).hasSize(1).allMatch(line -> line.contains("state=\"ERR\""));
    assertThat(value(lines, "rdma_monitor_connection_timestamp_seconds"))
        .isEqualTo((double) samples.get(5).time().getEpochSecond());
  }
}
