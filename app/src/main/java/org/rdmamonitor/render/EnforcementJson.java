// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.util.Map;
import org.rdmamonitor.model.Enforcement;
import org.rdmamonitor.model.Enforcement.Memory;
import org.rdmamonitor.model.Enforcement.Mode;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.Quota;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Verb;
import tools.jackson.core.JsonGenerator;

/** What is done about limits, as JSON; nothing where they are only watched. */
final class EnforcementJson {
  private static final String MR_BYTES = "MR_BYTES";

  private EnforcementJson() {}

  static void write(JsonGenerator json, Enforcement enforcement) {
    if (enforcement.mode() == Mode.OBSERVE) {
      return;
    }
    json.writeObjectPropertyStart("enforcement");
    json.writeStringProperty("mode", RefusalWords.lowerCase(enforcement.mode()));
    json.writeBooleanProperty("active", enforcement.active());
    json.writeBooleanProperty("kills", enforcement.trips());
    if (!enforcement.reason().isEmpty()) {
      json.writeStringProperty("reason", enforcement.reason());
    }
    json.writeNumberProperty("not_read", enforcement.notRead());
    json.writeArrayPropertyStart("quotas");
    for (Tally tally : enforcement.tallies()) {
      json.writeStartObject();
      if (!tally.isHost()) {
        json.writeStringProperty("cgroup", tally.cgroup());
      }
      limits(json, tally.quota());
      Memory memory = tally.memory();
      byType(json, "held", tally.held(), memory.held());
      byType(json, "refused", tally.refused(), memory.refused());
      rates(json, tally);
      byType(json, "killed", tally.killed(), memory.killed());
      byType(json, "passed", tally.passed(), memory.passed());
      byType(json, "over", tally.over(), memory.over());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void limits(JsonGenerator json, Quota quota) {
    json.writeObjectPropertyStart("limits");
    for (ResourceType type : ResourceType.values()) {
      Long limit = quota.objects().get(type);
      if (limit != null) {
        json.writeNumberProperty(type.name() + "_COUNT", limit);
      }
    }
    quota.mrBytes().ifPresent(limit -> json.writeNumberProperty(MR_BYTES, limit));
    for (Verb verb : Verb.values()) {
      Long limit = quota.rates().get(verb);
      if (limit != null) {
        json.writeNumberProperty(verb.name(), limit);
      }
    }
    quota.calls().ifPresent(limit -> json.writeNumberProperty("CALLS", limit));
    json.writeEndObject();
  }

  private static void rates(JsonGenerator json, Tally tally) {
    json.writeObjectPropertyStart("refused_rates");
    for (Verb verb : Verb.values()) {
      Long count = tally.refusedRates().get(verb);
      if (count != null) {
        json.writeNumberProperty(verb.name(), count);
      }
    }
    if (tally.refusedCalls() > 0) {
      json.writeNumberProperty("CALLS", tally.refusedCalls());
    }
    json.writeEndObject();
  }

  private static void byType(
      JsonGenerator json, String key, Map<ResourceType, Long> counts, long ofBytes) {
    json.writeObjectPropertyStart(key);
    for (ResourceType type : ResourceType.values()) {
      Long count = counts.get(type);
      if (count != null) {
        json.writeNumberProperty(type.name(), count);
      }
    }
    if (ofBytes > 0) {
      json.writeNumberProperty(MR_BYTES, ofBytes);
    }
    json.writeEndObject();
  }
}
