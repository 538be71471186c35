// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;

/**
 * Single connections, by which many hosts are joined: where that is wanted only. Sequence numbers
 * and keys are never told: with them others could send packets in the name of an end.
 */
final class ConnectionFamilies {
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
            "device",
            "port",
            "qp",
            "type",
            "transport",
            "state",
            "address",
            "peer_address",
            "peer_qp",
            "path_mtu",
            "traffic_class",
            "service_level",
            "cgroup",
            "pid",
            "comm");
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
    PeerConnection end = row.connection();
    Optional<Address> address = end.address();
    series.set(
        seconds(row.since()),
        reading.device(end.device()),
        number(end.port()),
        Integer.toUnsignedString(end.pair().lqpn()),
        end.pair().type().name(),
        address.map(Address::transport).map(Transport::name).orElse(""),
        end.state().map(Enum::name).orElse(""),
        ConnectionEnd.address(end.ownGid(), end.ownLid()),
        ConnectionEnd.address(end.peerGid(), end.peerLid()),
        number(end.peerQpn()),
        number(end.pair().path().map(QueuePairPath::mtu).orElse(OptionalInt.empty())),
        address.flatMap(Address::route).map(Route::trafficClass).map(String::valueOf).orElse(""),
        address.map(Address::serviceLevel).map(String::valueOf).orElse(""),
        reading.cgroupLabel(end.cgroup()),
        Integer.toString(end.pid()),
        end.owner());
  }

  private static String number(OptionalInt number) {
    return number.isPresent() ? Integer.toUnsignedString(number.getAsInt()) : "";
  }

  private static double seconds(Instant time) {
    return time.toEpochMilli() / 1e3;
  }
}
