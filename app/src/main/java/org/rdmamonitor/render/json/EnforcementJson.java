// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.LimitOutcome.Part;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.Unit;
import org.rdmamonitor.render.words.RefusalWords;
import tools.jackson.core.JsonGenerator;

/** How limits are enforced, as JSON; nothing if they are only watched. */
final class EnforcementJson {
  private EnforcementJson() {}

  static void write(JsonGenerator json, Enforcement enforcement) {
    if (enforcement.mode() == Mode.OBSERVE) {
      return;
    }
    json.writeObjectPropertyStart("enforcement");
    json.writeStringProperty("mode", RefusalWords.lowerCase(enforcement.mode()));
    json.writeBooleanProperty("active", enforcement.active());
    json.writeBooleanProperty("kills", enforcement.kills());
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
      limits(json, "limits", tally.limits());
      for (Part part : Part.values()) {
        numbers(json, part.key(), tally, part, false);
        if (part == Part.REFUSED) {
          numbers(json, "refused_rates", tally, part, true);
        }
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Limits as an object of this name: numbers, and whom to talk to as text. */
  static void limits(JsonGenerator json, String name, Limits limits) {
    json.writeObjectPropertyStart(name);
    limits.byRule().forEach((rule, limit) -> json.writeNumberProperty(rule.name(), limit));
    limits.peers().ifPresent(peers -> json.writeStringProperty(PeerPolicy.NAME, peers.text()));
    json.writeEndObject();
  }

  /**
   * One part of each outcome where it is not 0; either of the outcomes of calls, or of all others.
   */
  private static void numbers(
      JsonGenerator json, String key, Tally tally, Part part, boolean isOfCalls) {
    json.writeObjectPropertyStart(key);
    tally
        .outcomes()
        .forEach((rule, outcome) -> {
          long n = part.of(outcome);
          if (n != 0 && isOfCalls == (rule.unit() == Unit.CALLS_PER_SECOND)) {
            json.writeNumberProperty(rule.subject(), n);
          }
        });
    json.writeEndObject();
  }
}
