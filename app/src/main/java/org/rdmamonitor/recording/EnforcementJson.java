// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.LimitOutcome;
import org.rdmamonitor.model.limits.LimitOutcome.Part;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.model.resource.Unit;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** What is done about limits, whole whenever it changes. */
final class EnforcementJson {
  private static final Rule CALLS = new Rule.Calls();
  private static final Rule PEERS = new Rule.Peers();
  private static final String PEERS_OUTCOME = "peers_outcome";
  private static final long ABSENT = Long.MIN_VALUE;

  private EnforcementJson() {}

  static void write(JsonGenerator json, Enforcement enforcement) {
    json.writeObjectPropertyStart("enforcement");
    json.writeStringProperty("mode", enforcement.mode().name());
    json.writeBooleanProperty("active", enforcement.active());
    json.writeBooleanProperty("trips", enforcement.kills());
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
    limits.peers().ifPresent(peers -> json.writeStringProperty(PEERS.label(), peers.text()));
    for (Part part : Part.values()) {
      numbers(json, part.key(), Unit.OBJECTS, rule -> counted(part.of(tally.of(rule))));
      if (part == Part.REFUSED) {
        numbers(
            json,
            "refused_rates",
            Unit.CALLS_PER_SECOND,
            rule -> counted(tally.of(rule).refused()));
        json.writeNumberProperty("refused_calls", tally.of(CALLS).refused());
      }
    }
    for (Size size : Size.values()) {
      Rule rule = new Rule.Total(size);
      limits.of(rule).ifPresent(limit -> json.writeNumberProperty(size.key(), limit));
      outcome(json, outcomeKey(size), tally.of(rule));
    }
    outcome(json, PEERS_OUTCOME, tally.of(PEERS));
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
      for (Part part : Part.values()) {
        json.writeNumber(part.of(outcome));
      }
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
    boolean kills = false;
    String reason = "";
    long notRead = 0;
    List<Tally> tallies = new ArrayList<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "mode" -> mode = Values.constant(Mode.values(), json.getString(), Mode.OBSERVE);
        case "active" -> active = json.getBooleanValue();
        case "trips" -> kills = json.getBooleanValue();
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
    return new Enforcement(mode, active, kills, reason, notRead, tallies);
  }

  private static Tally readTally(JsonParser json) {
    String cgroup = "";
    Map<Rule, Long> limits = new HashMap<>();
    Optional<PeerPolicy> peers = Optional.empty();
    Map<Rule, LimitOutcome> outcomes = new HashMap<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      json.nextToken();
      switch (key) {
        case "cgroup" -> cgroup = json.getString();
        case "objects" -> each(json, Unit.OBJECTS, limits::put);
        case "rates" -> each(json, Unit.CALLS_PER_SECOND, limits::put);
        case "calls" -> limits.put(CALLS, json.getLongValue());
        case "peers" -> peers = Optional.of(PeerPolicy.parse(json.getString()));
        case PEERS_OUTCOME -> outcomes.put(PEERS, readOutcome(json));
        case "refused_rates" ->
            each(
                json,
                Unit.CALLS_PER_SECOND,
                (rule, n) -> outcomes.put(rule, Part.REFUSED.alone(n)));
        case "refused_calls" -> outcomes.put(CALLS, Part.REFUSED.alone(json.getLongValue()));
        default -> {
          if (!readPart(json, key, outcomes) && !readSize(json, key, limits, outcomes)) {
            json.skipChildren();
          }
        }
      }
    }
    return new Tally(cgroup, new Limits(limits, peers), outcomes);
  }

  /** A part of what came of the limits of objects, beside those that were read before. */
  private static boolean readPart(JsonParser json, String key, Map<Rule, LimitOutcome> outcomes) {
    for (Part part : Part.values()) {
      if (key.equals(part.key())) {
        each(
            json,
            Unit.OBJECTS,
            (rule, n) -> outcomes.merge(rule, part.alone(n), LimitOutcome::plus));
        return true;
      }
    }
    return false;
  }

  private static LimitOutcome readOutcome(JsonParser json) {
    LimitOutcome outcome = LimitOutcome.of(part -> Values.nextLong(json));
    Values.endArray(json);
    return outcome;
  }

  private static boolean readSize(
      JsonParser json, String key, Map<Rule, Long> limits, Map<Rule, LimitOutcome> outcomes) {
    for (Size size : Size.values()) {
      if (key.equals(size.key())) {
        limits.put(new Rule.Total(size), json.getLongValue());
        return true;
      }
      if (key.equals(outcomeKey(size))) {
        outcomes.put(new Rule.Total(size), readOutcome(json));
        return true;
      }
    }
    return false;
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
