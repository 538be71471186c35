// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;
import tools.jackson.core.JsonGenerator;

/** The interfaces of {@code rdma-secure ethernet create} as JSON, in the words of its own JSON. */
final class EthernetJson {
  private EthernetJson() {}

  /** Writes them as properties of the object that is open; nothing where there are none. */
  static void write(JsonGenerator json, Snapshot snapshot) {
    Ethernet ethernet = snapshot.details().ethernet();
    if (ethernet.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart("ethernet");
    for (EthernetInterface one : ethernet.interfaces()) {
      json.writeStartObject();
      json.writeStringProperty("interface", one.label());
      json.writeStringProperty("host_interface", one.hostInterface());
      if (!one.device().isEmpty()) {
        json.writeStringProperty("device", one.device());
      }
      json.writeStringProperty("mode", one.mode());
      json.writeStringProperty("mac", one.mac());
      json.writeNumberProperty("pid", one.process().pid());
      double age = Duration.between(one.time(), snapshot.time()).toNanos() / 1e9;
      json.writeNumberProperty("age", JsonReport.rounded(Math.max(0, age), 1e3));
      json.writeObjectPropertyStart("port");
      counts(json, one.port());
      json.writeEndObject();
      queues(json, one.queues());
      json.writeEndObject();
    }
    json.writeEndArray();
    if (ethernet.leftOut() > 0) {
      json.writeNumberProperty("ethernet_left_out", ethernet.leftOut());
      json.writeStringProperty("ethernet_trouble", ethernet.trouble());
    }
  }

  private static void queues(JsonGenerator json, List<Map<EthernetCount, Long>> queues) {
    json.writeArrayPropertyStart("queues");
    for (int i = 0; i < queues.size(); i++) {
      json.writeStartObject();
      json.writeNumberProperty("queue", i);
      counts(json, queues.get(i));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void counts(JsonGenerator json, Map<EthernetCount, Long> counts) {
    for (EthernetCount count : EthernetCount.values()) {
      json.writeNumberProperty(count.key(), counts.getOrDefault(count, 0L));
    }
  }
}
