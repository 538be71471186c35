// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.rdmamonitor.model.Enforcement;
import org.rdmamonitor.model.Enforcement.Mode;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.LimitOutcome;
import org.rdmamonitor.model.Limits;
import org.rdmamonitor.model.Rule;
import org.rdmamonitor.model.Rule.Unit;
import org.rdmamonitor.model.Size;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** What is done about limits, whole whenever it changes. */
final class EnforcementJson {
  private static final Rule CALLS = new Rule.Calls();
  private static final long ABSENT = Long.MIN_VALUE;

  private EnforcementJson() {}

  static void write(JsonGenerator json, Enforcement enforcement) {
    json.writeObjectPropertyStart("enforcement");
    json.writeStringProperty("mode", enforcement.mode().name());
    json.writeBooleanProperty("active", enforcement.active());
    json.writeBooleanProperty("trips", enforcement.trips());
    json.writeStringProperty("reason", enforcement.reason());
    json.writeNumberProperty("not_read", enforcement.notRead());
    json.writeArrayPropertyStart("tallies");
    enforcement.tallies().forEach(tally -> write(json, tally));
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Tally tally) {
    json.writeStartObject();
    json.writeStringProperty("cgroup", tally.cgroup());
    Limits limits = tally.limits();
    numbers(json, "objects", Unit.OBJECTS, rule -> limits.of(rule).orElse(ABSENT));
    numbers(json, "rates", Unit.CALLS_PER_SECOND, rule -> limits.of(rule).orElse(ABSENT));
    limits.of(CALLS).ifPresent(limit -> json.writeNumberProperty("calls", limit));
    numbers(json, "held", Unit.OBJECTS, rule -> counted(tally.of(rule).held()));
    numbers(json, "refused", Unit.OBJECTS, rule -> counted(tally.of(rule).refused()));
    numbers(
        json, "refused_rates", Unit.CALLS_PER_SECOND, rule -> counted(tally.of(rule).refused()));
    json.writeNumberProperty("refused_calls", tally.of(CALLS).refused());
    numbers(json, "killed", Unit.OBJECTS, rule -> counted(tally.of(rule).killed()));
    numbers(json, "passed", Unit.OBJECTS, rule -> counted(tally.of(rule).passed()));
    numbers(json, "over", Unit.OBJECTS, rule -> counted(tally.of(rule).over()));
    for (Size size : Size.values()) {
      Rule rule = new Rule.Total(size);
      limits.of(rule).ifPresent(limit -> json.writeNumberProperty(size.key(), limit));
      outcome(json, outcomeKey(size), tally.of(rule));
    }
    json.writeEndObject();
  }

  private static long counted(long number) {
    return number == 0 ? ABSENT : number;
  }

  /** What came of the limit of a size. */
  private static String outcomeKey(Size size) {
    return size == Size.MR_BYTES ? "memory" : size.key() + "_outcome";
  }

  private static void outcome(JsonGenerator json, String key, LimitOutcome outcome) {
    if (!outcome.equals(LimitOutcome.NOTHING)) {
      json.writeArrayPropertyStart(key);
      json.writeNumber(outcome.held());
      json.writeNumber(outcome.refused());
      json.writeNumber(outcome.killed());
      json.writeNumber(outcome.passed());
      json.writeNumber(outcome.over());
      json.writeEndArray();
    }
  }

  /** The numbers of the rules of a unit, by subject; all calls together have a key of their own. */
  private static void numbers(
      JsonGenerator json, String name, Unit unit, ToLongFunction<Rule> number) {
    boolean isBegun = false;
    for (Rule rule : Rule.every()) {
      long n = rule.unit() == unit && !rule.equals(CALLS) ? number.applyAsLong(rule) : ABSENT;
      if (n != ABSENT) {
        if (!isBegun) {
          json.writeObjectPropertyStart(name);
          isBegun = true;
        }
        json.writeNumberProperty(rule.subject(), n);
      }
    }
    if (isBegun) {
      json.writeEndObject();
    }
  }

  /** Reads the value of "enforcement". */
  static Enforcement read(JsonParser json) {
    Mode mode = Mode.OBSERVE;
    boolean active = false;
    boolean trips = false;
    String reason = "";
    long notRead = 0;
    List<Tally> tallies = new ArrayList<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "mode" -> mode = Values.constant(Mode.values(), json.getString(), Mode.OBSERVE);
        case "active" -> active = json.getBooleanValue();
        case "trips" -> trips = json.getBooleanValue();
        case "reason" -> reason = json.getString();
        case "not_read" -> notRead = json.getLongValue();
        case "tallies" -> {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            tallies.add(readTally(json));
          }
        }
        default -> json.skipChildren();
      }
    }
    return new Enforcement(mode, active, trips, reason, notRead, tallies);
  }

  private static Tally readTally(JsonParser json) {
    String cgroup = "";
    Map<Rule, Long> limits = new HashMap<>();
    Map<Rule, LimitOutcome> outcomes = new HashMap<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "cgroup" -> cgroup = json.getString();
        case "objects" -> each(json, Unit.OBJECTS, limits::put);
        case "rates" -> each(json, Unit.CALLS_PER_SECOND, limits::put);
        case "calls" -> limits.put(CALLS, json.getLongValue());
        case "held" -> outcomes(json, outcomes, n -> new LimitOutcome(n, 0, 0, 0, 0));
        case "refused" -> outcomes(json, outcomes, n -> new LimitOutcome(0, n, 0, 0, 0));
        case "refused_rates" ->
            each(
                json,
                Unit.CALLS_PER_SECOND,
                (rule, n) -> outcomes.put(rule, new LimitOutcome(0, n, 0, 0, 0)));
        case "refused_calls" ->
            outcomes.put(CALLS, new LimitOutcome(0, json.getLongValue(), 0, 0, 0));
        case "killed" -> outcomes(json, outcomes, n -> new LimitOutcome(0, 0, n, 0, 0));
        case "passed" -> outcomes(json, outcomes, n -> new LimitOutcome(0, 0, 0, n, 0));
        case "over" -> outcomes(json, outcomes, n -> new LimitOutcome(0, 0, 0, 0, n));
        default -> readSize(json, key, limits, outcomes);
      }
    }
    return new Tally(cgroup, new Limits(limits), outcomes);
  }

  private static void readSize(
      JsonParser json, String key, Map<Rule, Long> limits, Map<Rule, LimitOutcome> outcomes) {
    for (Size size : Size.values()) {
      if (key.equals(size.key())) {
        limits.put(new Rule.Total(size), json.getLongValue());
        return;
      }
      if (key.equals(outcomeKey(size))) {
        outcomes.put(new Rule.Total(size), readOutcome(json));
        return;
      }
    }
    json.skipChildren();
  }

  private static LimitOutcome readOutcome(JsonParser json) {
    LimitOutcome outcome =
        new LimitOutcome(
            Values.nextLong(json),
            Values.nextLong(json),
            Values.nextLong(json),
            Values.nextLong(json),
            Values.nextLong(json));
    json.nextToken();
    return outcome;
  }

  /** One of the numbers of what came of limits, beside those that were read before. */
  private static void outcomes(
      JsonParser json, Map<Rule, LimitOutcome> outcomes, LongFunction<LimitOutcome> part) {
    each(json, Unit.OBJECTS, (rule, n) -> outcomes.merge(rule, part.apply(n), LimitOutcome::plus));
  }

  /** Rules that this version does not know are left out. */
  private static void each(JsonParser json, Unit unit, BiConsumer<Rule, Long> consumer) {
    for (String name = json.nextName(); name != null; name = json.nextName()) {
      long number = Values.nextLong(json);
      for (Rule rule : Rule.every()) {
        if (rule.unit() == unit && rule.subject().equals(name)) {
          consumer.accept(rule, number);
        }
      }
    }
  }
}
