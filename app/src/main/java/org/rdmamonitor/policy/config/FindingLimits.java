// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import java.util.List;
import java.util.Map;

/**
 * The limits of the rules that make findings.
 *
 * @param numbers those that are set; the others have their {@link FindingLimit#standard()} value
 * @param rawPacketCgroups paths of the cgroups that may have raw packet queue pairs
 */
public record FindingLimits(Map<FindingLimit, Long> numbers, List<String> rawPacketCgroups) {
  /** Nothing is set. */
  public static final FindingLimits STANDARD = new FindingLimits(Map.of(), List.of());

  public FindingLimits {
    numbers = Map.copyOf(numbers);
    rawPacketCgroups = List.copyOf(rawPacketCgroups);
  }

  public long of(FindingLimit limit) {
    return numbers.getOrDefault(limit, limit.standard());
  }

  /** Whether a rule is switched on, or what a limit is about is looked for. */
  public boolean isOn(FindingLimit limit) {
    return of(limit) != 0;
  }

  /** Whether a limit is on and the value strictly greater. */
  public boolean exceeds(FindingLimit limit, double value) {
    return isOn(limit) && value > of(limit);
  }

  /** Whether a limit is on and the value strictly greater. */
  public boolean exceeds(FindingLimit limit, long value) {
    return isOn(limit) && value > of(limit);
  }

  /** Whether a cgroup, or one above it, may have raw packet queue pairs. */
  public boolean mayHaveRawPackets(String cgroup) {
    return rawPacketCgroups.stream()
        .anyMatch(allowed ->
            allowed.equals("/") || cgroup.equals(allowed) || cgroup.startsWith(allowed + "/"));
  }

  /** How many settings differ from the standard ones. */
  public long changed() {
    long changed =
        numbers.entrySet().stream().filter(e -> e.getValue() != e.getKey().standard()).count();
    return changed + (rawPacketCgroups.isEmpty() ? 0 : 1);
  }
}
