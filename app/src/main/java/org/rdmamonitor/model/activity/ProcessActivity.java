// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.activity;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * A process that owns objects or made calls during the interval.
 *
 * @param pid its number
 * @param comm its name
 * @param cgroup id of its cgroup
 * @param live the objects that it owns, by type, as of the inventory; types without any are left
 *     out
 * @param mrBytes sum of the lengths of its memory regions
 * @param calls during the interval, by verb; verbs without any are left out
 * @param failed calls among them that returned an error
 * @param cpu processor time that it has used so far; zero where it is not known
 * @param lastActive when it last made a call or was seen to have used the processor; the first
 *     reading where neither was
 */
public record ProcessActivity(
    int pid,
    String comm,
    long cgroup,
    Map<ResourceType, Long> live,
    long mrBytes,
    Map<Verb, Long> calls,
    long failed,
    Duration cpu,
    Instant lastActive) {

  /** Processes with the most calls first, then those with the most failures and objects. */
  public static final Comparator<ProcessActivity> BUSIEST_FIRST =
      Comparator.comparingLong(ProcessActivity::allCalls)
          .thenComparingLong(ProcessActivity::failed)
          .thenComparingLong(ProcessActivity::objects)
          .reversed()
          .thenComparingInt(ProcessActivity::pid);

  public ProcessActivity {
    live = Map.copyOf(live);
    calls = Map.copyOf(calls);
  }

  /** Objects that it owns of a type. */
  public long live(ResourceType type) {
    return live.getOrDefault(type, 0L);
  }

  /** All objects that it owns. */
  public long objects() {
    return sum(live);
  }

  /** All its calls during the interval. */
  public long allCalls() {
    return sum(calls);
  }

  // A loop, and not a stream, because sorting thousands of processes asks for this many times for
  // each.
  private static long sum(Map<?, Long> counts) {
    long sum = 0;
    for (long count : counts.values()) {
      sum += count;
    }
    return sum;
  }
}
