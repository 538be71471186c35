// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.util.Locale;
import org.rdmamonitor.model.Health;
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
    json.writeNumberProperty("events", health.eventsSeen());
    json.writeNumberProperty("failed_events", health.eventsFailed());
    if (!health.isReading()) {
      json.writeStringProperty("event_reader", health.readerTrouble());
    }
    json.writeNumberProperty("missed_returns", health.returnsMissed());
    json.writeNumberProperty("missed_objects", health.objectsMissed());
    if (health.drift() >= 0) {
      json.writeNumberProperty("drift", health.drift());
    }
    json.writeNumberProperty("corrections", health.resyncs());
    json.writeNumberProperty("corrected_objects", health.objectsCorrected());
    if (health.objectsLeftOut() > 0) {
      json.writeNumberProperty("objects_left_out", health.objectsLeftOut());
    }
    if (health.memoryShortages() > 0) {
      json.writeNumberProperty("memory_shortages", health.memoryShortages());
    }
    json.writeObjectPropertyStart("not_watched");
    Unwatched.rows(health).forEach((row, hook) -> json.writeStringProperty(row, hook.reason()));
    json.writeEndObject();
    json.writeEndObject();
  }
}
