// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.rdmamonitor.model.Enforcement.Memory;
import org.rdmamonitor.model.Enforcement.Tally;
import org.rdmamonitor.model.Quota;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.model.Verb;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.source.kernel.watch.Numbering;

/**
 * Reads what quotas came to.
 *
 * @param isSized whether bytes of memory regions count
 */
record QuotaTallies(QuotaTable table, boolean isSized) {
  /** That of the tenant with this path, which has this element of the table. */
  Tally of(String path, int place, Quota quota) {
    Map<Verb, Long> rates = new EnumMap<>(Verb.class);
    for (Verb verb : Verb.values()) {
      long refused = table.refusedRate(place, Numbering.of(verb));
      if (refused > 0) {
        rates.put(verb, refused);
      }
    }
    return new Tally(
        path,
        quota,
        byType(type -> table.held(place, type)),
        byType(type -> table.refused(place, type)),
        rates,
        table.refusedRate(place, QuotaTable.ALL_CALLS),
        byType(type -> table.killed(place, type)),
        byType(type -> table.passed(place, type)),
        byType(type -> table.over(place, type)),
        new Memory(
            isSized ? table.held(place, QuotaTable.PAGES) * QuotaTable.PAGE : 0,
            table.refused(place, QuotaTable.PAGES),
            table.killed(place, QuotaTable.PAGES),
            table.passed(place, QuotaTable.PAGES),
            table.over(place, QuotaTable.PAGES)));
  }

  /** Without zeros. */
  private static Map<ResourceType, Long> byType(ToLongFunction<Integer> count) {
    Map<ResourceType, Long> result = new EnumMap<>(ResourceType.class);
    for (ResourceType type : ResourceType.values()) {
      long n = count.applyAsLong(Numbering.of(type));
      if (n != 0) {
        result.put(type, n);
      }
    }
    return result;
  }
}
