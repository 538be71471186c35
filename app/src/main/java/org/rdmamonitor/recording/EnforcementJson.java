// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
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

/** The state of the enforcement of limits; it is written in full whenever any of it changes. */
final class EnforcementJson {
  private static final Rule CALLS = new Rule.Calls();
  private static final Rule PEERS = new Rule.Peers();
  private static final String PEERS_OUTCOME = "peers_outcome";
  private static final long ABSENT = Long.MIN_VALUE;

  private static final FieldType<Mode> MODE = FieldType.constant(Mode.values(), Mode.OBSERVE);
  private static final FieldType<List<Tally>> TALLIES =
      FieldType.listOf(
          FieldType.of(
              EnforcementJson::write,
              EnforcementJson::readTally,
              () -> new Tally("", new Limits(Map.of(), Optional.empty()), Map.of())));

  static final FieldType<Enforcement> ENFORCEMENT =
      Shape.of(EnforcementJson::enforcement).asObject();

  private EnforcementJson() {}

  private static Enforcement enforcement(Fields<Enforcement> fields) {
    return new Enforcement(
        fields.field("mode", Enforcement::mode, MODE),
        fields.truth("active", Enforcement::active),
        fields.truth("trips", Enforcement::kills),
        fields.text("reason", Enforcement::reason),
        fields.number("not_read", Enforcement::notRead),
        fields.field("tallies", Enforcement::tallies, TALLIES));
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

  /**
   * The numbers of the rules of a unit, by subject; the rule for all calls together has a key of
   * its own.
   */
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

  private static Tally readTally(Object tree) {
    Map<String, @Nullable Object> fields = FieldType.object(tree);
    Map<Rule, Long> limits = new HashMap<>();
    Map<Rule, LimitOutcome> outcomes = new HashMap<>();
    each(fields.get("objects"), Unit.OBJECTS, limits::put);
    each(fields.get("rates"), Unit.CALLS_PER_SECOND, limits::put);
    number(fields.get("calls")).ifPresent(limit -> limits.put(CALLS, limit));
    for (Part part : Part.values()) {
      each(
          fields.get(part.key()),
          Unit.OBJECTS,
          (rule, n) -> outcomes.merge(rule, part.alone(n), LimitOutcome::plus));
    }
    each(
        fields.get("refused_rates"),
        Unit.CALLS_PER_SECOND,
        (rule, n) -> outcomes.put(rule, Part.REFUSED.alone(n)));
    number(fields.get("refused_calls")).ifPresent(n -> outcomes.put(CALLS, Part.REFUSED.alone(n)));
    for (Size size : Size.values()) {
      Rule rule = new Rule.Total(size);
      number(fields.get(size.key())).ifPresent(limit -> limits.put(rule, limit));
      outcome(fields.get(outcomeKey(size))).ifPresent(o -> outcomes.put(rule, o));
    }
    outcome(fields.get(PEERS_OUTCOME)).ifPresent(o -> outcomes.put(PEERS, o));
    Optional<PeerPolicy> peers =
        Optional.ofNullable(fields.get(PEERS.label()))
            .map(FieldType.TEXT::read)
            .map(PeerPolicy::parse);
    return new Tally(
        FieldType.TEXT.read(fields.get("cgroup")), new Limits(limits, peers), outcomes);
  }

  private static Optional<Long> number(@Nullable Object tree) {
    return Optional.ofNullable(tree).map(FieldType.NUMBER::read);
  }

  private static Optional<LimitOutcome> outcome(@Nullable Object tree) {
    return Optional.ofNullable(tree)
        .map(array -> {
          Iterator<@Nullable Object> parts = FieldType.array(array).iterator();
          return LimitOutcome.of(part -> FieldType.NUMBER.read(parts.next()));
        });
  }

  /** Rules that this version does not know are left out. */
  private static void each(@Nullable Object tree, Unit unit, BiConsumer<Rule, Long> consumer) {
    if (tree != null) {
      Map<String, @Nullable Object> numbers = FieldType.object(tree);
      for (Rule rule : Rule.every()) {
        if (rule.unit() == unit && numbers.containsKey(rule.subject())) {
          consumer.accept(rule, FieldType.NUMBER.read(numbers.get(rule.subject())));
        }
      }
    }
  }
}
