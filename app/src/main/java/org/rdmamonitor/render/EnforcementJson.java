// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.util.function.ToLongFunction;
import org.rdmamonitor.model.Enforcement;
import org.rdmamonitor.model.Enforcement.Mode;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.LimitOutcome;
import org.rdmamonitor.model.Rule;
import tools.jackson.core.JsonGenerator;

/** What is done about limits, as JSON; nothing where they are only watched. */
final class EnforcementJson {
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
      json.writeObjectPropertyStart("limits");
      tally
          .limits()
          .byRule()
          .forEach((rule, limit) -> json.writeNumberProperty(rule.name(), limit));
      json.writeEndObject();
      numbers(json, "held", tally, false, LimitOutcome::held);
      numbers(json, "refused", tally, false, LimitOutcome::refused);
      numbers(json, "refused_rates", tally, true, LimitOutcome::refused);
      numbers(json, "killed", tally, false, LimitOutcome::killed);
      numbers(json, "passed", tally, false, LimitOutcome::passed);
      numbers(json, "over", tally, false, LimitOutcome::over);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** One of the numbers of each rule, of those of calls or of all others, where it is not 0. */
  private static void numbers(
      JsonGenerator json,
      String key,
      Tally tally,
      boolean isOfCalls,
      ToLongFunction<LimitOutcome> number) {
    json.writeObjectPropertyStart(key);
    tally
        .outcomes()
        .forEach((rule, outcome) -> {
          long n = number.applyAsLong(outcome);
          if (n != 0 && isOfCalls == (rule.unit() == Rule.Unit.CALLS_PER_SECOND)) {
            json.writeNumberProperty(rule.subject(), n);
          }
        });
    json.writeEndObject();
  }
}
