// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.rdmamonitor.model.connection.ConnectionField;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.join.ConnectionEnd;

/**
 * Single connections, by which many hosts are joined; only if that is wanted. Sequence numbers and
 * keys are never exposed: with them others could send packets in the name of an end.
 */
final class ConnectionFamilies {
  /** The labels of a connection, and how each is read from it. */
  private static final Map<String, BiFunction<PeerConnection, Reading, String>> LABELS =
      Map.ofEntries(
          Map.entry("device", (end, reading) -> reading.device(end.device())),
          Map.entry("port", field(ConnectionField.PORT)),
          Map.entry("qp", field(ConnectionField.LQPN)),
          Map.entry("type", field(ConnectionField.QP_TYPE)),
          Map.entry(
              "transport",
              (end, reading) -> end.address().map(of -> of.transport().name()).orElse("")),
          Map.entry("state", field(ConnectionField.STATE)),
          Map.entry("address", (end, reading) -> ConnectionEnd.address(end.ownGid(), end.ownLid())),
          Map.entry(
              "peer_address",
              (end, reading) -> ConnectionEnd.address(end.peerGid(), end.peerLid())),
          Map.entry("peer_qp", field(ConnectionField.RQPN)),
          Map.entry("path_mtu", field(ConnectionField.PATH_MTU)),
          Map.entry("traffic_class", field(ConnectionField.TRAFFIC_CLASS)),
          Map.entry("service_level", field(ConnectionField.SERVICE_LEVEL)),
          Map.entry("cgroup", (end, reading) -> reading.cgroupLabel(end.cgroup())),
          Map.entry("pid", field(ConnectionField.PID)),
          Map.entry("comm", field(ConnectionField.COMM)));

  private ConnectionFamilies() {}

  static List<MetricSnapshot> of(Reading reading) {
    ConnectionRows.Told told = reading.connections();
    if (told.begin().isEmpty()) {
      return List.of();
    }
    Series connections =
        new Series(
            "rdma_monitor_connection_timestamp_seconds",
            "Since when a connection is in its state, or was first seen in it.",
            LABELS.keySet().toArray(String[]::new));
    told.rows().forEach(row -> add(connections, row, reading));
    Series addresses =
        new Series("rdma_monitor_address", "An address of the host. Always 1.", "address");
    told.addresses().forEach(address -> addresses.set(1, address));
    return List.of(
        connections.gauge(),
        addresses.info(),
        new Series(
                "rdma_monitor_connections_left_out",
                "Connections without a series of their own, and queue pairs of which it is not"
                    + " known whether they have a peer.")
            .set(told.leftOut())
            .gauge(),
        new Series(
                "rdma_monitor_connections_begin_timestamp_seconds",
                "Since when connections are followed.")
            .set(seconds(told.begin().get()))
            .gauge());
  }

  private static void add(Series series, ConnectionRows.Row row, Reading reading) {
    series.set(
        seconds(row.since()),
        LABELS.values().stream()
            .map(value -> value.apply(row.connection(), reading))
            .toArray(String[]::new));
  }

  private static BiFunction<PeerConnection, Reading, String> field(ConnectionField field) {
    return (end, reading) -> field.of(end).map(Object::toString).orElse("");
  }

  private static double seconds(Instant time) {
    return time.toEpochMilli() / 1e3;
  }
}
