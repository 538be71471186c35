// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.rdmamonitor.model.Snapshot;

/**
 * Compares a snapshot with thresholds. A limit is exceeded by what is strictly greater.
 *
 * <p>Every limit is one for the host. A count is compared with the objects that exist at the moment
 * of the snapshot; a rate with the calls of the verb, failed ones included, divided by the length
 * of the interval. A first snapshot, which has no interval, cannot exceed a rate.
 */
public final class Policy {
  private Policy() {}

  public static List<Breach> breaches(Snapshot snapshot, Thresholds thresholds) {
    List<Breach> breaches = new ArrayList<>();
    for (Rule rule : Rule.all()) {
      OptionalLong limit = thresholds.limit(rule);
      double value = value(snapshot, rule);
      if (limit.isPresent() && value > limit.getAsLong()) {
        breaches.add(new Breach(rule, limit.getAsLong(), value));
      }
    }
    return List.copyOf(breaches);
  }

  private static double value(Snapshot snapshot, Rule rule) {
    return switch (rule) {
      case Rule.Count count -> snapshot.host().total().live(count.type());
      case Rule.Rate rate -> snapshot.host().rate(rate.verb());
      case Rule.Calls calls -> 0; // not one of the host
    };
  }
}
