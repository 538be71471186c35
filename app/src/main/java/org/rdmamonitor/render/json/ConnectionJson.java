// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import static org.rdmamonitor.render.json.JsonMembers.cgroup;
import static org.rdmamonitor.render.json.JsonMembers.number;
import static org.rdmamonitor.render.words.Timestamp.TIME;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.OptionalInt;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.ConnectionFilter;
import org.rdmamonitor.model.connection.ConnectionSummary;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.ConnectionList;
import org.rdmamonitor.render.Report;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * An object on a line for each connection of each reading, with the keys of {@code rdma -j} where
 * that has them. What is not known is left out.
 */
public final class ConnectionJson implements Report {
  private final Appendable out;
  private final ConnectionFilter filter;
  private final boolean psn;
  private final JsonFactory factory = new JsonFactory();

  /**
   * A report.
   *
   * @param out where it is written; it is not flushed
   * @param psn whether the values of packet sequence numbers are told
   */
  public ConnectionJson(Appendable out, ConnectionFilter filter, boolean psn) {
    this.out = out;
    this.filter = filter;
    this.psn = psn;
  }

  @Override
  public void reading(Stage stage, Snapshot snapshot, Verdict verdict) throws IOException {
    if (stage == Stage.INTERRUPTED) {
      return;
    }
    ConnectionList list = ConnectionList.of(snapshot, filter);
    for (ConnectionList.Row row : list.rows()) {
      StringWriter text = new StringWriter();
      try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
        json.writeStartObject();
        switch (row.peering()) {
          case PeerConnection connection -> {
            head(json, "connection", snapshot, row);
            write(json, connection, psn);
          }
          case DatagramPeer peer -> {
            head(json, "address_handle", snapshot, row);
            write(json, peer);
          }
        }
        owner(json, row.peering(), row.cgroup());
        json.writeEndObject();
      }
      out.append(text.getBuffer()).append('\n');
    }
    if (list.leftOut() > 0 || list.handlesLeftOut() > 0) {
      out.append("{\"type\":\"left_out\",\"time\":\"")
          .append(TIME.format(snapshot.time()))
          .append("\",\"queue_pairs\":")
          .append(Long.toString(list.leftOut()))
          .append(",\"address_handles\":")
          .append(Long.toString(list.handlesLeftOut()))
          .append("}\n");
    }
  }

  private static void head(
      JsonGenerator json, String type, Snapshot snapshot, ConnectionList.Row row) {
    json.writeStringProperty("type", type);
    json.writeStringProperty("time", TIME.format(snapshot.time()));
    json.writeStringProperty("ifname", row.device());
    number(json, "port", row.peering().port());
  }

  /**
   * Writes a queue pair with its owner into the object that is open.
   *
   * @param psn whether the values of packet sequence numbers are told
   */
  public static void write(
      JsonGenerator json, PeerConnection connection, String device, Cgroup cgroup, boolean psn) {
    json.writeStringProperty("ifname", device);
    number(json, "port", connection.port());
    write(json, connection, psn);
    owner(json, connection, cgroup);
  }

  /** Writes of a queue pair and its owner what an exporter tells into the object that is open. */
  static void writeExported(
      JsonGenerator json, PeerConnection connection, String device, Cgroup cgroup) {
    json.writeStringProperty("ifname", device);
    number(json, "port", connection.port());
    pair(json, connection);
    connection
        .address()
        .ifPresent(address -> {
          transport(json, address);
          if (address.lid().isPresent()) {
            number(json, "own_lid", connection.ownLid());
            number(json, "peer_lid", address.lid());
          }
          address
              .route()
              .ifPresent(route -> {
                ownGid(json, route);
                json.writeStringProperty("peer_gid", route.peerGid());
                json.writeNumberProperty("traffic_class", route.trafficClass());
              });
          json.writeNumberProperty("service_level", address.serviceLevel());
        });
    connection.pair().path().ifPresent(path -> number(json, "path_mtu", path.mtu()));
    process(json, connection);
    json.writeStringProperty("cgroup", cgroup.path());
  }

  /** How many there are, as a member of the report's object. */
  static void summary(JsonGenerator json, ConnectionSummary summary) {
    json.writeObjectPropertyStart("connections");
    json.writeNumberProperty("connected", summary.connected());
    json.writeObjectPropertyStart("states");
    summary.byState().forEach((state, n) -> json.writeNumberProperty(state.name(), n));
    json.writeEndObject();
    json.writeNumberProperty("address_handles", summary.handles());
    json.writeNumberProperty("peers", summary.peers());
    json.writeNumberProperty("without_address", summary.withoutAddress());
    json.writeNumberProperty("left_out", summary.notListed());
    json.writeEndObject();
  }

  /** Writes an address handle into the object that is open. */
  private static void write(JsonGenerator json, DatagramPeer peer) {
    AddressHandle handle = peer.handle();
    json.writeNumberProperty("pdn", Integer.toUnsignedLong(handle.pdn()));
    json.writeStringProperty("since", TIME.format(handle.since()));
    address(json, handle.address(), peer.ownLid());
    json.writeArrayPropertyStart("queue_pairs");
    peer.users().forEach(number -> json.writeNumber(Integer.toUnsignedLong(number)));
    json.writeEndArray();
  }

  /** Writes a queue pair into the object that is open. */
  private static void write(JsonGenerator json, PeerConnection connection, boolean psn) {
    pair(json, connection);
    connection.address().ifPresent(address -> address(json, address, connection.ownLid()));
    connection.pair().path().ifPresent(path -> path(json, path, psn));
    if (psn) {
      number(json, "rq-psn", connection.pair().rqPsn());
      number(json, "sq-psn", connection.pair().sqPsn());
    }
    connection
        .pair()
        .migration()
        .ifPresent(state -> json.writeStringProperty("path-mig-state", state.name()));
    connection.manager().ifPresent(id -> manager(json, id));
    json.writeBooleanProperty("seen", connection.isSeen());
  }

  private static void pair(JsonGenerator json, PeerConnection connection) {
    json.writeNumberProperty("lqpn", Integer.toUnsignedLong(connection.pair().lqpn()));
    json.writeStringProperty("qp_type", connection.pair().type().name());
    connection.state().ifPresent(state -> json.writeStringProperty("state", state.name()));
    connection.since().ifPresent(since -> json.writeStringProperty("since", TIME.format(since)));
    number(json, "rqpn", connection.peerQpn());
  }

  /** Writes what an address has into the object that is open. */
  static void address(JsonGenerator json, Address address, OptionalInt ownLid) {
    transport(json, address);
    if (address.lid().isPresent()) {
      number(json, "own_lid", ownLid);
      number(json, "peer_lid", address.lid());
      json.writeNumberProperty("path_bits", address.pathBits());
    }
    address.route().ifPresent(route -> route(json, route));
    json.writeNumberProperty("service_level", address.serviceLevel());
  }

  private static void transport(JsonGenerator json, Address address) {
    if (address.transport() != Transport.UNKNOWN) {
      json.writeStringProperty("transport", address.transport().words());
    }
  }

  private static void route(JsonGenerator json, Route route) {
    ownGid(json, route);
    json.writeNumberProperty("gid_index", route.gidIndex());
    json.writeStringProperty("peer_gid", route.peerGid());
    json.writeNumberProperty("traffic_class", route.trafficClass());
    json.writeNumberProperty("hop_limit", route.hopLimit());
    json.writeNumberProperty("flow_label", route.flowLabel());
  }

  private static void ownGid(JsonGenerator json, Route route) {
    if (!route.ownGid().isEmpty()) {
      json.writeStringProperty("own_gid", route.ownGid());
    }
  }

  private static void path(JsonGenerator json, QueuePairPath path, boolean psn) {
    number(json, "path_mtu", path.mtu());
    number(json, "timeout", path.timeout());
    number(json, "retry_count", path.retries());
    number(json, "rnr_retry", path.rnrRetries());
    number(json, "min_rnr_timer", path.rnrTimer());
    number(json, "max_rd_atomic", path.reads());
    number(json, "max_dest_rd_atomic", path.readsServed());
    json.writeBooleanProperty("rq_psn_set", path.rqPsn().isPresent());
    json.writeBooleanProperty("sq_psn_set", path.sqPsn().isPresent());
    if (psn) {
      number(json, "first_rq_psn", path.rqPsn());
      number(json, "first_sq_psn", path.sqPsn());
    }
  }

  private static void manager(JsonGenerator json, LiveObject id) {
    LiveObject.Connection connection = (LiveObject.Connection) id.detail();
    json.writeObjectPropertyStart("rdma_cm");
    json.writeNumberProperty("cm-idn", Integer.toUnsignedLong(id.id()));
    json.writeStringProperty("state", connection.state());
    json.writeStringProperty("ps", connection.portSpace());
    json.writeStringProperty("src", connection.source());
    json.writeStringProperty("dst", connection.destination());
    json.writeEndObject();
  }

  private static void owner(JsonGenerator json, Peering peering, Cgroup cgroup) {
    process(json, peering);
    cgroup(json, cgroup);
  }

  private static void process(JsonGenerator json, Peering peering) {
    json.writeNumberProperty("pid", peering.pid());
    json.writeStringProperty("comm", peering.owner());
    json.writeBooleanProperty("kernel", peering.cgroup() == Cgroup.KERNEL_ID);
  }

  @Override
  public void stopped(Instant time) {
    // The last list stands.
  }
}
