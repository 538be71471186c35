// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;

/**
 * Compares a snapshot with thresholds. A limit is exceeded by what is strictly greater.
 *
 * <p>A limit is one for the host, or for a cgroup with all below it. A count is compared with the
 * objects that exist at the moment of the snapshot; a rate with the calls of the verb, failed ones
 * included, divided by the length of the interval. A first snapshot, which has no interval, cannot
 * exceed a rate.
 */
public final class BreachFinder {
  private BreachFinder() {}

  /** The limits of the host that are exceeded, in the order of {@link Rule#all()}. */
  public static List<Breach> breaches(Snapshot snapshot, Limits thresholds) {
    return breaches(List.of(snapshot.host()), thresholds, Rule.all());
  }

  /** The limits of cgroups that are exceeded, by path, each in the order of its rules. */
  public static List<CgroupBreach> breaches(Snapshot snapshot, Map<String, Limits> tenants) {
    List<CgroupBreach> breaches = new ArrayList<>();
    new TreeMap<>(tenants)
        .forEach((path, limits) ->
            breaches(within(path, snapshot), limits, Rule.ofTenants())
                .forEach(breach -> breaches.add(new CgroupBreach(path, breach))));
    return List.copyOf(breaches);
  }

  private static List<Activity> within(String path, Snapshot snapshot) {
    return snapshot.cgroups().stream()
        .filter(cgroup -> Cgroup.isWithin(cgroup.cgroup().path(), path))
        .map(CgroupActivity::activity)
        .toList();
  }

  private static List<Breach> breaches(
      List<Activity> together, Limits thresholds, List<Rule> rules) {
    List<Breach> breaches = new ArrayList<>();
    for (Rule rule : rules) {
      OptionalLong limit = thresholds.of(rule);
      if (limit.isPresent()) {
        double value = amount(together, rule);
        if (value > limit.getAsLong()) {
          breaches.add(new Breach(rule, limit.getAsLong(), value));
        }
      }
    }
    return List.copyOf(breaches);
  }

  private static double amount(List<Activity> together, Rule rule) {
    double sum = 0;
    for (Activity activity : together) {
      sum += rule.amount(activity);
    }
    return sum;
  }
}
