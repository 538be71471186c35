// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.config.FindingLimit;

/** N3: queue pairs that cannot be connected because no path to the peer is found. */
final class UnreachedPeers implements Detector {
  /** ENETUNREACH, ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH, as asm-generic/errno.h has them. */
  private static final Set<Integer> NO_WAY = Set.of(101, 110, 112, 113);

  private record Attempt(String process, int device, String gid, int errno) {}

  /** Who it was, and how often. */
  private record Seen(Party party, long count) {
    Seen and(Seen other) {
      return new Seen(party, count + other.count);
    }
  }

  private final Map<Attempt, Seen> attempts = new LinkedHashMap<>();

  @Override
  public FindingLimit on() {
    return FindingLimit.N3;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    if (NO_WAY.contains(call.errno())
        && !call.caller().kernel()
        && call.detail() instanceof QueuePairChange change
        && change.state().filter(state -> state == QueuePairState.RTR).isPresent()) {
      String process = DetectorInput.process(call.caller().comm(), call.caller().pid());
      attempts.merge(
          new Attempt(process, call.device(), change.destinationGid(), call.errno()),
          new Seen(input.party(call.caller()), 1),
          Seen::and);
    }
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    List<Detection> found = new ArrayList<>();
    attempts.forEach((attempt, seen) ->
        found.add(
            FindingRule.N3.found(
                Severity.WARNING,
                "%s on %s to %s"
                    .formatted(
                        attempt.process,
                        input.device(attempt.device),
                        attempt.gid.isEmpty() ? "an address that is not known" : attempt.gid),
                seen.party,
                "RTR failed with %s, %s"
                    .formatted(Errno.name(attempt.errno), Words.count(seen.count, "time")))));
    attempts.clear();
    return found;
  }
}
