// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A batch as ExportLogsServiceRequest in OTLP's JSON; records of one resource stand together. */
final class ExportRequest {
  private static final String SCOPE = "org.rdmamonitor";
  private static final JsonFactory FACTORY = new JsonFactory();

  private ExportRequest() {}

  static byte[] of(List<QueuedObservation> batch, Emitter emitter) {
    Map<Map<String, Object>, List<QueuedObservation>> byResource = new LinkedHashMap<>();
    for (QueuedObservation entry : batch) {
      byResource
          .computeIfAbsent(
              Resources.of(entry.observation(), emitter), resource -> new ArrayList<>())
          .add(entry);
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeArrayPropertyStart("resourceLogs");
      byResource.forEach((resource, entries) -> write(json, resource, entries, emitter));
      json.writeEndArray();
      json.writeEndObject();
    }
    // Not written as bytes by the generator, which gives up at half of a surrogate pair in a
    // thread's name.
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void write(
      JsonGenerator json,
      Map<String, Object> resource,
      List<QueuedObservation> entries,
      Emitter emitter) {
    json.writeStartObject();
    json.writeObjectPropertyStart("resource");
    AttributeWriter attributes = new AttributeWriter(json, Map.of(), "");
    attributes.begin();
    resource.forEach((name, value) -> {
      if (value instanceof Long number) {
        attributes.writeNumberProperty(name, number);
      } else {
        attributes.writeStringProperty(name, value.toString());
      }
    });
    attributes.end();
    json.writeEndObject();
    json.writeArrayPropertyStart("scopeLogs");
    json.writeStartObject();
    json.writeObjectPropertyStart("scope");
    json.writeStringProperty("name", SCOPE);
    json.writeStringProperty("version", emitter.version());
    json.writeEndObject();
    json.writeArrayPropertyStart("logRecords");
    entries.forEach(entry -> LogRecords.write(json, entry, emitter));
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }
}
