// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.TrackedQueuePair;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * L2: queue pairs that were made and never connected, or reset and left so. For those from before
 * the monitor started the time counts from when they were first seen. Kernel consumers are exempt.
 * Keeps nothing from one sample to the next.
 */
final class StuckQueuePairs implements Detector {
  private record Owner(int device, int pid, String comm) {}

  private record Stuck(Party party, long count, Duration longest) {
    Stuck plus(Stuck other) {
      boolean shorter = longest.compareTo(other.longest) < 0;
      return new Stuck(party, count + other.count, shorter ? other.longest : longest);
    }
  }

  @Override
  public FindingLimit on() {
    return FindingLimit.L2;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    Map<Owner, Stuck> stuck = new HashMap<>();
    for (TrackedQueuePair pair : input.queuePairs().all()) {
      if (pair.isKernel() || !pair.isUnconnected()) {
        continue;
      }
      Duration waiting = Duration.between(pair.stateSince(), input.now());
      if (input.limits().exceeds(FindingLimit.L2_SECONDS, waiting.toMillis() / 1e3)) {
        stuck.merge(
            new Owner(pair.device(), pair.pid(), pair.comm()),
            new Stuck(input.party(pair.pid(), pair.cgroup()), 1, waiting),
            Stuck::plus);
      }
    }
    List<Detection> found = new ArrayList<>();
    stuck.forEach((owner, pairs) ->
        found.add(
            FindingRule.L2.found(
                Severity.NOTICE,
                DetectorInput.process(owner.comm(), owner.pid())
                    + " on "
                    + input.device(owner.device()),
                pairs.party(),
                "%s in RESET or INIT, one for %s"
                    .formatted(
                        Words.count(pairs.count(), "queue pair"),
                        Words.seconds(pairs.longest())))));
    return found;
  }
}
