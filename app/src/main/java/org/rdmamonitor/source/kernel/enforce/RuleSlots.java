// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.limits.LimitOutcome;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.source.kernel.watch.Numbering;

/** Where each rule has its limit and its outcome in an element of the quotas. */
record RuleSlots(QuotaTable table) {
  private static final Rule PEERS = new Rule.Peers();

  /** The rules that limit a number. */
  private static final List<Rule> NUMBERED =
      Rule.every().stream().filter(Rule::isNumbered).toList();

  /**
   * Where an element has a rule.
   *
   * @param isRate whether it is among the rates of calls
   * @param unit how much of the rule's measure one unit in the kernel's table is, such as 4096
   *     bytes
   */
  private record Slot(boolean isRate, int number, long unit) {}

  private static Slot slot(Rule rule) {
    return switch (rule) {
      case Rule.Count count -> new Slot(false, Numbering.of(count.type()), 1);
      case Rule.Total total -> {
        int type = Numbering.of(total.size().type());
        yield new Slot(false, QuotaTable.sizeHolding(type), QuotaTable.sizeUnit(type));
      }
      case Rule.Rate rate -> new Slot(true, Numbering.of(rate.verb()), 1);
      case Rule.Calls _ -> new Slot(true, QuotaTable.ALL_CALLS, 1);
      case Rule.Peers _ -> throw new IllegalArgumentException(rule.name());
    };
  }

  /** Sets the numbers that limit an element, and removes its former ones. */
  void limit(int quota, Limits limits) {
    for (Rule rule : NUMBERED) {
      Slot slot = slot(rule);
      long limit = limits.has(rule) ? limits.of(rule).getAsLong() / slot.unit : Long.MAX_VALUE;
      if (slot.isRate) {
        table.setRate(quota, slot.number, limit);
      } else {
        table.setLimit(quota, slot.number, limit);
      }
    }
  }

  /**
   * What came of the rules of an element.
   *
   * @param sized the sizes that count
   */
  Map<Rule, LimitOutcome> outcomes(int quota, Set<Size> sized) {
    Map<Rule, LimitOutcome> outcomes = new HashMap<>();
    outcomes.put(
        PEERS, new LimitOutcome(0, table.refusedPeers(quota), table.killedPeers(quota), 0, 0));
    for (Rule rule : NUMBERED) {
      boolean counts = !(rule instanceof Rule.Total total) || sized.contains(total.size());
      outcomes.put(rule, outcome(quota, slot(rule), counts));
    }
    return outcomes;
  }

  private LimitOutcome outcome(int quota, Slot slot, boolean counts) {
    int number = slot.number;
    return slot.isRate
        ? new LimitOutcome(0, table.refusedRate(quota, number), 0, 0, 0)
        : new LimitOutcome(
            counts ? table.held(quota, number) * slot.unit : 0,
            table.refused(quota, number),
            table.killed(quota, number),
            table.passed(quota, number),
            table.over(quota, number));
  }
}
