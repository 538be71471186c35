// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import static org.rdmamonitor.render.json.JsonMembers.cgroup;
import static org.rdmamonitor.render.words.Timestamp.TIME;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.ConnectionField;
import org.rdmamonitor.model.connection.ConnectionField.Told;
import org.rdmamonitor.model.connection.ConnectionFilter;
import org.rdmamonitor.model.connection.ConnectionSummary;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
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
        json.writeStringProperty(
            "type",
            switch (row.peering()) {
              case PeerConnection _ -> "connection";
              case DatagramPeer _ -> "address_handle";
            });
        json.writeStringProperty("time", TIME.format(snapshot.time()));
        write(json, row.peering(), row.device(), row.cgroup(), psn);
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

  /**
   * Writes a connection with its owner into the object that is open.
   *
   * @param psn whether the values of packet sequence numbers are told
   */
  public static void write(
      JsonGenerator json, Peering peering, String device, Cgroup cgroup, boolean psn) {
    json.writeStringProperty("ifname", device);
    for (ConnectionField field : ConnectionField.values()) {
      if (psn || field.told() != Told.AS_PSN) {
        write(json, field, field.of(peering));
      }
    }
    cgroup(json, cgroup);
  }

  /** Writes what exporters are told of a queue pair and its owner into the open object. */
  static void writeExported(
      JsonGenerator json, PeerConnection connection, String device, Cgroup cgroup) {
    json.writeStringProperty("ifname", device);
    for (ConnectionField field : ConnectionField.values()) {
      if (field.told() == Told.EXPORTED) {
        write(json, field, field.of(connection));
      }
    }
    json.writeStringProperty("cgroup", cgroup.path());
  }

  /** Writes an address into the open object. */
  static void address(JsonGenerator json, Address address) {
    for (ConnectionField field : ConnectionField.values()) {
      write(json, field, field.of(address));
    }
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

  private static void write(JsonGenerator json, ConnectionField field, Optional<?> told) {
    if (told.isEmpty()) {
      return;
    }
    String key = field.key();
    switch (told.get()) {
      case Long number -> json.writeNumberProperty(key, number);
      case Boolean is -> json.writeBooleanProperty(key, is);
      case Instant time -> json.writeStringProperty(key, TIME.format(time));
      case List<?> numbers -> {
        json.writeArrayPropertyStart(key);
        numbers.forEach(number -> json.writeNumber((Long) number));
        json.writeEndArray();
      }
      case LiveObject id -> {
        json.writeObjectPropertyStart(key);
        manager(json, id);
        json.writeEndObject();
      }
      case Object text -> json.writeStringProperty(key, text.toString());
    }
  }

  private static void manager(JsonGenerator json, LiveObject id) {
    LiveObject.Connection connection = (LiveObject.Connection) id.detail();
    json.writeNumberProperty("cm-idn", Integer.toUnsignedLong(id.id()));
    json.writeStringProperty("state", connection.state());
    json.writeStringProperty("ps", connection.portSpace());
    json.writeStringProperty("src", connection.source());
    json.writeStringProperty("dst", connection.destination());
  }

  @Override
  public void stopped(Instant time) {
    // The last list is the last word.
  }
}
