// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.journal;

import java.io.StringWriter;
import java.time.Clock;
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
        entry
            .client()
            .ifPresent(client -> {
              json.writeStringProperty("address", client.address().getAddress().getHostAddress());
              json.writeNumberProperty("port", client.address().getPort());
              client.subject().ifPresent(name -> json.writeStringProperty("subject", name));
            });
        entry.values().forEach((name, value) -> write(json, name, value));
        json.writeStringProperty("text", entry.text());
        json.writeEndObject();
      }
      return text.toString();
    }
  };

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  /** The line, without its end; times are in this zone, that of {@link Clock#getZone}. */
  abstract String line(Entry entry, ZoneId zone);

  private static void write(JsonGenerator json, String name, Object value) {
    switch (value) {
      case Long number -> json.writeNumberProperty(name, number);
      case Integer number -> json.writeNumberProperty(name, number);
      case Boolean yes -> json.writeBooleanProperty(name, yes);
      default -> json.writeStringProperty(name, value.toString());
    }
  }
}
