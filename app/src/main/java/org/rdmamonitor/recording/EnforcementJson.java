// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.rdmamonitor.model.Enforcement;
import org.rdmamonitor.model.Enforcement.Mode;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.LimitOutcome;
import org.rdmamonitor.model.LimitOutcome.Part;
import org.rdmamonitor.model.Limits;
import org.rdmamonitor.model.Rule;
import org.rdmamonitor.model.Rule.Unit;
import org.rdmamonitor.model.Size;

/**
 * What is done about limits, whole whenever it changes. The numbers of rules are by unit, and then
 * by subject; all calls together have keys of their own, and so have sizes.
 */
final class EnforcementJson {
  private static final Rule CALLS = new Rule.Calls();
  private static final Codec<Optional<Long>> LIMIT = Codec.NUMBER.orNull();
  private static final Codec<Map<Rule, Long>> OBJECTS = numbers(Unit.OBJECTS);
  private static final Codec<Map<Rule, Long>> RATES = numbers(Unit.CALLS_PER_SECOND);

  private static final Shape<LimitOutcome> OUTCOME =
      Shape.array(f ->
          new LimitOutcome(
              f.number("held", LimitOutcome::held),
              f.number("refused", LimitOutcome::refused),
              f.number("killed", LimitOutcome::killed),
              f.number("passed", LimitOutcome::passed),
              f.number("over", LimitOutcome::over)));

  private static final Codec<List<Tally>> TALLIES =
      Codec.list(Shape.object(EnforcementJson::tally));

  static final Shape<Enforcement> ENFORCEMENT =
      Shape.object(f ->
          new Enforcement(
              f.constant("mode", new Names<>(Mode.class), Mode.OBSERVE, Enforcement::mode),
              f.flag("active", Enforcement::active),
              f.flag("trips", Enforcement::trips),
              f.text("reason", Enforcement::reason),
              f.number("not_read", Enforcement::notRead),
              f.value("tallies", TALLIES, Enforcement::tallies)));

  private EnforcementJson() {}

  private static Tally tally(Fields<Tally> f) {
    String cgroup = f.text("cgroup", Tally::cgroup);
    Map<Rule, Long> limits = new HashMap<>();
    limits.putAll(each(f, "objects", Unit.OBJECTS, EnforcementJson::limit));
    limits.putAll(each(f, "rates", Unit.CALLS_PER_SECOND, EnforcementJson::limit));
    addLimit(f, "calls", CALLS, limits);
    Map<Rule, LimitOutcome> outcomes = new HashMap<>();
    for (Part part : Part.values()) {
      addOutcomes(f, part.key(), Unit.OBJECTS, part, outcomes);
      if (part == Part.REFUSED) {
        addOutcomes(f, "refused_rates", Unit.CALLS_PER_SECOND, part, outcomes);
        outcomes.put(CALLS, part.alone(f.number("refused_calls", t -> t.of(CALLS).refused())));
      }
    }
    for (Size size : Size.values()) {
      Rule rule = new Rule.Total(size);
      addLimit(f, size.key(), rule, limits);
      outcomes.put(
          rule, f.sometimes(outcomeKey(size), OUTCOME, LimitOutcome.NOTHING, t -> t.of(rule)));
    }
    return new Tally(cgroup, new Limits(limits), outcomes);
  }

  /** What came of the limit of a size. */
  private static String outcomeKey(Size size) {
    return size == Size.MR_BYTES ? "memory" : size.key() + "_outcome";
  }

  private static void addLimit(Fields<Tally> f, String key, Rule rule, Map<Rule, Long> limits) {
    f.sometimes(key, LIMIT, Optional.empty(), tally -> limit(tally, rule))
        .ifPresent(limit -> limits.put(rule, limit));
  }

  private static Optional<Long> limit(Tally tally, Rule rule) {
    OptionalLong limit = tally.limits().of(rule);
    return limit.isPresent() ? Optional.of(limit.getAsLong()) : Optional.empty();
  }

  /** Adds one of the numbers of what came of limits to those that are there already. */
  private static void addOutcomes(
      Fields<Tally> f, String key, Unit unit, Part part, Map<Rule, LimitOutcome> outcomes) {
    each(f, key, unit, (tally, rule) -> Optional.of(part.of(tally.of(rule))).filter(n -> n != 0))
        .forEach((rule, n) -> outcomes.merge(rule, part.alone(n), LimitOutcome::plus));
  }

  /** The numbers of the rules of a unit; those that have none are left out. */
  private static Map<Rule, Long> each(
      Fields<Tally> f, String key, Unit unit, BiFunction<Tally, Rule, Optional<Long>> number) {
    return f.sometimes(
        key,
        unit == Unit.OBJECTS ? OBJECTS : RATES,
        Map.of(),
        tally -> {
          Map<Rule, Long> numbers = new LinkedHashMap<>();
          for (Rule rule : Rule.every()) {
            if (isOf(unit, rule)) {
              number.apply(tally, rule).ifPresent(n -> numbers.put(rule, n));
            }
          }
          return numbers;
        });
  }

  private static Codec<Map<Rule, Long>> numbers(Unit unit) {
    return Codec.map(
        Rule::subject,
        name ->
            Rule.every().stream()
                .filter(rule -> isOf(unit, rule) && rule.subject().equals(name))
                .findFirst(),
        Codec.NUMBER);
  }

  private static boolean isOf(Unit unit, Rule rule) {
    return rule.unit() == unit && !rule.equals(CALLS);
  }
}
