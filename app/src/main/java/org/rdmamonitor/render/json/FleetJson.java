// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import static org.rdmamonitor.render.words.Timestamp.TIME;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.FigureSet;
import org.rdmamonitor.fleet.FleetCgroup;
import org.rdmamonitor.fleet.FleetDevice;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetProblem;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostHistory;
import org.rdmamonitor.fleet.join.FleetConnection;
import org.rdmamonitor.fleet.join.FleetConnections;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.render.FleetReport;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A fleet as JSON: an object on a line for each reading. What is not known is left out. */
public final class FleetJson implements FleetReport {
  private static final int SCHEMA = 1;

  private final Appendable out;
  private final JsonFactory factory = new JsonFactory();

  /**
   * A report.
   *
   * @param out where it is written; it is not flushed
   */
  public FleetJson(Appendable out) {
    this.out = out;
  }

  @Override
  public void reading(
      FleetSnapshot fleet, Optional<HostDetails> details, Optional<FleetConnections> connections)
      throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", SCHEMA);
      json.writeStringProperty("type", "fleet");
      json.writeStringProperty("time", TIME.format(fleet.time()));
      json.writeStringProperty("server", fleet.server());
      json.writeObjectPropertyStart("states");
      fleet.byState().forEach((state, count) -> json.writeNumberProperty(state.word(), count));
      json.writeEndObject();
      json.writeArrayPropertyStart("hosts");
      fleet.hosts().forEach(host -> host(json, fleet, host));
      json.writeEndArray();
      strings(json, "notes", fleet.notes());
      details.ifPresent(host -> details(json, host, fleet.state(host.id()).isFresh()));
      connections.ifPresent(all -> connections(json, all));
      json.writeEndObject();
    }
    out.append(text.getBuffer()).append('\n');
  }

  private static void host(JsonGenerator json, FleetSnapshot fleet, FleetHost host) {
    json.writeStartObject();
    json.writeStringProperty("instance", host.id().instance());
    json.writeStringProperty("job", host.id().job());
    json.writeStringProperty("state", host.state().word());
    string(json, "reason", host.reason());
    string(json, "version", host.version());
    host.lastReading()
        .ifPresent(last -> json.writeStringProperty("last_reading", TIME.format(last)));
    Optional<Duration> age = host.age(fleet.time());
    if (age.isPresent()) {
      json.writeNumberProperty("age", age.get().toMillis() / 1e3);
    }
    figures(json, host.figures());
    json.writeEndObject();
  }

  private static void details(JsonGenerator json, HostDetails details, boolean isFresh) {
    json.writeObjectPropertyStart("host");
    json.writeStringProperty("instance", details.id().instance());
    json.writeStringProperty("job", details.id().job());
    parts(json, "devices", details.devices(), isFresh, FleetJson::device);
    parts(json, "cgroups", details.cgroups(), isFresh, FleetJson::cgroup);
    parts(json, "problems", details.problems(), isFresh, FleetJson::problem);
    history(json, details.history());
    strings(json, "notes", details.notes());
    json.writeEndObject();
  }

  /** Writes parts of a host. Only if its figures are current, no parts are known to be none. */
  private static <P> void parts(
      JsonGenerator json,
      String key,
      List<P> parts,
      boolean isFresh,
      BiConsumer<JsonGenerator, P> members) {
    if (parts.isEmpty() && !isFresh) {
      return;
    }
    json.writeArrayPropertyStart(key);
    for (P part : parts) {
      json.writeStartObject();
      members.accept(json, part);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void device(JsonGenerator json, FleetDevice device) {
    json.writeStringProperty("device", device.name());
    figures(json, device.figures());
  }

  private static void cgroup(JsonGenerator json, FleetCgroup cgroup) {
    json.writeStringProperty("cgroup", cgroup.path());
    string(json, "cgroup_name", cgroup.name());
    figures(json, cgroup.figures());
  }

  private static void problem(JsonGenerator json, FleetProblem problem) {
    json.writeStringProperty("kind", problem.kind().name().toLowerCase(Locale.ROOT));
    json.writeStringProperty("rule", problem.rule());
    json.writeStringProperty("severity", problem.severity());
    string(json, "cgroup", problem.cgroup());
    string(json, "cgroup_name", problem.name());
    number(json, "count", problem.count());
  }

  private static void connections(JsonGenerator json, FleetConnections all) {
    json.writeObjectPropertyStart("connections");
    for (FleetConnection.Peer peer : FleetConnection.Peer.values()) {
      json.writeNumberProperty(peer.word(), all.count(peer));
    }
    json.writeArrayPropertyStart("list");
    for (FleetConnection connection : all.connections()) {
      json.writeStartObject();
      json.writeStringProperty("peer", connection.peer().word());
      string(json, "reason", connection.reason());
      string(json, "peer_host", connection.peerHost());
      json.writeArrayPropertyStart("ends");
      end(json, connection.host(), connection.one());
      connection.other().ifPresent(other -> end(json, connection.peerHost(), other));
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    VerdictJson.findings(json, all.findings());
    json.writeNumberProperty("findings_left_out", all.findingsLeftOut());
    strings(json, "notes", all.notes());
    json.writeEndObject();
  }

  private static void end(JsonGenerator json, String host, ConnectionEnd end) {
    json.writeStartObject();
    json.writeStringProperty("host", host);
    ConnectionJson.writeExported(json, end.connection(), end.device(), end.cgroup());
    json.writeEndObject();
  }

  private static void history(JsonGenerator json, HostHistory history) {
    json.writeObjectPropertyStart("history");
    json.writeStringProperty("begin", TIME.format(history.begin()));
    json.writeNumberProperty("step", history.step().toMillis() / 1e3);
    for (Figure figure : Figure.values()) {
      List<OptionalDouble> points = history.of(figure);
      if (!points.isEmpty()) {
        json.writeArrayPropertyStart(figure.key());
        for (OptionalDouble point : points) {
          if (point.isPresent()) {
            json.writeNumber(JsonReport.rounded(point.getAsDouble(), 1e3));
          } else {
            json.writeNull();
          }
        }
        json.writeEndArray();
      }
    }
    json.writeEndObject();
  }

  private static void figures(JsonGenerator json, FigureSet figures) {
    figures.known().forEach((figure, value) -> number(json, figure.key(), value));
  }

  private static void number(JsonGenerator json, String key, double value) {
    if (value == Math.rint(value)) {
      json.writeNumberProperty(key, (long) value);
    } else {
      json.writeNumberProperty(key, JsonReport.rounded(value, 1e3));
    }
  }

  private static void string(JsonGenerator json, String key, String value) {
    if (!value.isEmpty()) {
      json.writeStringProperty(key, value);
    }
  }

  private static void strings(JsonGenerator json, String key, List<String> values) {
    json.writeArrayPropertyStart(key);
    values.forEach(json::writeString);
    json.writeEndArray();
  }
}
