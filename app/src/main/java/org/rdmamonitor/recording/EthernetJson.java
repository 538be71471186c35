// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The interfaces of {@code rdma-secure ethernet create}, as a whole wherever anything changed. */
final class EthernetJson {
  private EthernetJson() {}

  static void write(JsonGenerator json, Ethernet ethernet) {
    json.writeObjectPropertyStart("ethernet");
    json.writeArrayPropertyStart("interfaces");
    for (EthernetInterface one : ethernet.interfaces()) {
      json.writeStartObject();
      json.writeStringProperty("name", one.name());
      json.writeStringProperty("host_interface", one.hostInterface());
      json.writeStringProperty("device", one.device());
      json.writeStringProperty("mode", one.mode());
      json.writeStringProperty("mac", one.mac());
      json.writeNumberProperty("pid", one.process().pid());
      json.writeNumberProperty("started", one.process().started());
      json.writeStringProperty("time", one.time().toString());
      json.writeName("port");
      write(json, one.port());
      json.writeArrayPropertyStart("queues");
      one.queues().forEach(queue -> write(json, queue));
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("left_out", ethernet.leftOut());
    json.writeStringProperty("trouble", ethernet.trouble());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Map<EthernetCount, Long> counts) {
    json.writeStartObject();
    for (EthernetCount count : EthernetCount.values()) {
      if (counts.containsKey(count)) {
        json.writeNumberProperty(count.key(), counts.get(count));
      }
    }
    json.writeEndObject();
  }

  /** Reads the value of "ethernet". */
  static Ethernet read(JsonParser json) {
    List<EthernetInterface> interfaces = new ArrayList<>();
    int leftOut = 0;
    String trouble = "";
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "interfaces" -> {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            interfaces.add(readInterface(json));
          }
        }
        case "left_out" -> leftOut = json.getIntValue();
        case "trouble" -> trouble = json.getString();
        default -> json.skipChildren();
      }
    }
    return new Ethernet(interfaces, leftOut, trouble);
  }

  private static EthernetInterface readInterface(JsonParser json) {
    String name = "";
    String host = "";
    String device = "";
    String mode = "";
    String mac = "";
    int pid = 0;
    long started = 0;
    Instant time = Instant.EPOCH;
    Map<EthernetCount, Long> port = Map.of();
    List<Map<EthernetCount, Long>> queues = new ArrayList<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "name" -> name = json.getString();
        case "host_interface" -> host = json.getString();
        case "device" -> device = json.getString();
        case "mode" -> mode = json.getString();
        case "mac" -> mac = json.getString();
        case "pid" -> pid = json.getIntValue();
        case "started" -> started = json.getLongValue();
        case "time" -> time = Instant.parse(json.getString());
        case "port" -> port = readCounts(json);
        case "queues" -> {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            queues.add(readCounts(json));
          }
        }
        default -> json.skipChildren();
      }
    }
    return new EthernetInterface(
        name,
        host,
        device,
        mode,
        mac,
        new EthernetInterface.Owner(pid, started),
        time,
        queues,
        port);
  }

  private static Map<EthernetCount, Long> readCounts(JsonParser json) {
    Map<EthernetCount, Long> counts = new EnumMap<>(EthernetCount.class);
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      long value = json.getLongValue();
      EthernetCount.of(key).ifPresent(count -> counts.put(count, value));
    }
    return counts;
  }
}
