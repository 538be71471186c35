// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet.report;

import java.io.StringWriter;
import java.util.Map;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.ethernet.PortCount;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What the frame reports have in common in JSON. */
final class ReportJson {
  private ReportJson() {}

  /**
   * A report as a line.
   *
   * @param type what was done: {@code send}, {@code counters}
   * @param rest writes the properties that only this kind of report has
   */
  static String line(
      String type, String interfaceName, double seconds, Consumer<JsonGenerator> rest) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", 1);
      json.writeStringProperty("type", "ethernet_" + type);
      json.writeStringProperty("interface", interfaceName);
      json.writeNumberProperty("seconds", seconds);
      rest.accept(json);
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }

  static void port(JsonGenerator json, Map<PortCount, Long> counts) {
    json.writeObjectPropertyStart("port");
    counts(json, counts);
    json.writeEndObject();
  }

  static void counts(JsonGenerator json, Map<PortCount, Long> counts) {
    for (PortCount count : PortCount.values()) {
      json.writeNumberProperty(count.key(), counts.getOrDefault(count, 0L));
    }
  }
}
