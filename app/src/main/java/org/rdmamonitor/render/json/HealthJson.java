// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import java.util.Locale;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.render.words.HealthWords;
import org.rdmamonitor.render.words.Unwatched;
import tools.jackson.core.JsonGenerator;

/** The parts of the JSON report that tell how well the monitor sees. */
final class HealthJson {
  private HealthJson() {}

  /** What the source wanted to watch, and whether it does. */
  static void hooks(JsonGenerator json, Health health) {
    json.writeArrayPropertyStart("hooks");
    for (Health.Hook hook : health.hooks()) {
      json.writeStartObject();
      json.writeStringProperty("row", hook.name());
      json.writeStringProperty("symbol", hook.symbol());
      json.writeStringProperty("state", hook.state().name().toLowerCase(Locale.ROOT));
      if (!hook.reason().isEmpty()) {
        json.writeStringProperty("reason", hook.reason());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  static void health(JsonGenerator json, Health health) {
    json.writeObjectPropertyStart("health");
    for (HealthWords words : HealthWords.values()) {
      // Lost events have a key of their own, beside "health".
      if (words != HealthWords.LOST_EVENTS && words.isInJson(health)) {
        json.writeNumberProperty(words.figure().key(), words.of(health));
      }
      if (words == HealthWords.FAILED_EVENTS && !health.isReading()) {
        json.writeStringProperty("event_reader", health.readerTrouble());
      }
    }
    json.writeObjectPropertyStart("not_watched");
    Unwatched.rows(health).forEach((row, hook) -> json.writeStringProperty(row, hook.reason()));
    json.writeEndObject();
    json.writeEndObject();
  }
}
