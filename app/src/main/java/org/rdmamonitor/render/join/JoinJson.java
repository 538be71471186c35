// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.join;

import static org.rdmamonitor.render.json.JsonMembers.number;
import static org.rdmamonitor.render.words.Timestamp.TIME;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.ConnectionPair;
import org.rdmamonitor.model.join.HostClock;
import org.rdmamonitor.model.join.HostRecord;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.join.LoneEnd;
import org.rdmamonitor.policy.join.JoinInspector;
import org.rdmamonitor.render.json.ConnectionJson;
import org.rdmamonitor.render.json.EventJson;
import org.rdmamonitor.render.json.VerdictJson;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * An object on a line for each host, each connection and each end without another one, and one with
 * the findings.
 */
public final class JoinJson {
  private final Appendable out;
  private final JoinedHosts hosts;
  private final boolean psn;
  private final JsonFactory factory = new JsonFactory();

  private JoinJson(Appendable out, JoinedHosts hosts, boolean psn) {
    this.out = out;
    this.hosts = hosts;
    this.psn = psn;
  }

  /**
   * Writes everything.
   *
   * @param out where it is written; it is not flushed
   * @param psn whether to write the values of packet sequence numbers
   */
  public static void write(
      Appendable out, JoinedHosts hosts, JoinInspector.Result result, boolean psn)
      throws IOException {
    new JoinJson(out, hosts, psn).write(result);
  }

  private void write(JoinInspector.Result result) throws IOException {
    Map<Integer, List<JoinedHosts.Namesakes>> namesakes =
        hosts.namesakes().stream().collect(Collectors.groupingBy(JoinedHosts.Namesakes::other));
    for (int i = 0; i < hosts.hosts().size(); i++) {
      HostRecord host = hosts.hosts().get(i);
      HostClock clock = hosts.clocks().get(i);
      List<JoinedHosts.Namesakes> ofHost = namesakes.getOrDefault(i, List.of());
      line("host", json -> host(json, host, clock, ofHost));
    }
    for (ConnectionPair pair : hosts.pairs()) {
      line(
          "connection",
          json -> {
            json.writeArrayPropertyStart("ends");
            json.writeStartObject();
            end(json, pair.one());
            json.writeEndObject();
            json.writeStartObject();
            end(json, pair.other());
            json.writeEndObject();
            json.writeEndArray();
          });
    }
    for (LoneEnd lone : hosts.lone()) {
      line(
          "lone_end",
          json -> {
            end(json, lone.end());
            lone.owner()
                .ifPresent(owner ->
                    json.writeStringProperty("peer_host", hosts.hosts().get(owner).name()));
          });
    }
    line(
        "join",
        json -> {
          json.writeNumberProperty("connections", hosts.pairs().size());
          json.writeNumberProperty("lone_ends", hosts.lone().size());
          VerdictJson.findings(json, result.findings());
          json.writeNumberProperty("findings_left_out", result.leftOut());
        });
  }

  private void line(String type, Consumer<JsonGenerator> members) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeStringProperty("type", type);
      members.accept(json);
      json.writeEndObject();
    }
    out.append(text.getBuffer()).append('\n');
  }

  private void host(
      JsonGenerator json, HostRecord host, HostClock clock, List<JoinedHosts.Namesakes> namesakes) {
    json.writeStringProperty("host", host.name());
    json.writeStringProperty("file", host.file());
    json.writeStringProperty("begin", TIME.format(host.begin()));
    json.writeStringProperty("end", TIME.format(host.end()));
    json.writeStringProperty("clock_reference", hosts.hosts().get(clock.reference()).name());
    json.writeNumberProperty("clock_ahead_seconds", seconds(clock.ahead()));
    clock
        .within()
        .ifPresent(within -> json.writeNumberProperty("clock_within_seconds", seconds(within)));
    clock.by().ifPresent(by -> json.writeStringProperty("clock_by", hosts.hosts().get(by).name()));
    json.writeNumberProperty("clock_connections", clock.connections());
    json.writeNumberProperty("clock_agreeing", clock.agreeing());
    if (host.isClockSet()) {
      json.writeNumberProperty("clock_set_seconds", seconds(host.clockSet()));
    }
    json.writeBooleanProperty("complete", host.complete());
    json.writeNumberProperty("left_out", host.leftOut());
    if (!namesakes.isEmpty()) {
      json.writeArrayPropertyStart("same_addresses");
      for (JoinedHosts.Namesakes same : namesakes) {
        json.writeStartObject();
        json.writeStringProperty("host", hosts.hosts().get(same.one()).name());
        json.writeStringProperty("address", same.example());
        json.writeNumberProperty("addresses", same.addresses());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private void end(JsonGenerator json, ConnectionEnd end) {
    json.writeStringProperty("host", hosts.host(end).name());
    ConnectionJson.write(json, end.connection(), end.device(), end.cgroup(), psn);
    number(json, "uid", end.user());
    end.life()
        .connected()
        .ifPresent(time -> json.writeStringProperty("connected_by", TIME.format(time)));
    end.life().ended().ifPresent(time -> json.writeStringProperty("ended_at", TIME.format(time)));
    end.life().ending().ifPresent(why -> EventJson.cause(json, why));
  }
}
