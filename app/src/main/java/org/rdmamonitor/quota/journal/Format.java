// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.journal;

import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** How a line looks. */
public enum Format {
  /** The local time and a sentence. */
  TEXT {
    @Override
    String line(Entry entry, ZoneId zone) {
      return TIME.format(entry.time().atZone(zone)) + " " + entry.text();
    }
  },
  /** One JSON object. */
  JSON {
    @Override
    String line(Entry entry, ZoneId zone) {
      StringWriter text = new StringWriter();
      try (JsonGenerator json =
          new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
        json.writeStartObject();
        json.writeNumberProperty("schema", 1);
        json.writeStringProperty("type", entry.type());
        json.writeStringProperty("time", entry.time().truncatedTo(ChronoUnit.MILLIS).toString());
        entry.values().forEach((name, value) -> write(json, name, value));
        json.writeStringProperty("text", entry.text());
        json.writeEndObject();
      }
      return text.toString();
    }
  };

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  /** Without the end of the line. */
  abstract String line(Entry entry, ZoneId zone);

  private static void write(JsonGenerator json, String name, Object value) {
    switch (value) {
      case Long number -> json.writeNumberProperty(name, number);
      case Integer number -> json.writeNumberProperty(name, number);
      default -> json.writeStringProperty(name, value.toString());
    }
  }
}
