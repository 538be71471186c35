// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.LocalPair;
import org.rdmamonitor.policy.config.FindingLimit;

/** N5: connections within this host of which one end is gone, or connected to another peer. */
final class HalfOpenPairs implements Detector {
  /** A connection that nothing tells the beginning of. */
  private record Old(int device, int number, int peerNumber) {
    static Old of(PeerConnection end) {
      return new Old(end.device(), end.pair().lqpn(), end.peerQpn().orElse(0));
    }
  }

  /** When those were first listed that are half open now. */
  private Map<Old, Instant> firstListed = new HashMap<>();

  @Override
  public FindingLimit on() {
    return FindingLimit.N5;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    if (!input.isNewlyListed()) {
      return List.of();
    }
    List<Detection> found = new ArrayList<>();
    Map<Old, Instant> before = firstListed;
    firstListed = new HashMap<>();
    for (LocalPair pair : input.localPairs()) {
      if (pair.isMutual()) {
        continue;
      }
      Instant since = pair.end().since().orElse(null);
      if (since == null) {
        Old old = Old.of(pair.end());
        since = before.getOrDefault(old, input.now());
        firstListed.put(old, since);
      }
      Duration age = Duration.between(since, input.now());
      if (input.limits().exceeds(FindingLimit.N5_SECONDS, age.toMillis() / 1e3)) {
        found.add(
            FindingRule.N5.found(
                Severity.WARNING,
                name(pair.end(), input),
                input.party(pair.end().pid(), pair.end().cgroup()),
                "connected to queue pair %d of %s, which %s"
                    .formatted(
                        pair.end().peerQpn().orElse(0),
                        pair.end().peerGid(),
                        pair.other()
                            .map(other ->
                                other.peerQpn().isPresent()
                                    ? "is connected to another"
                                    : "is not connected")
                            .orElse("does not exist on this host"))));
      }
    }
    return found;
  }

  private static String name(PeerConnection end, DetectorInput input) {
    return "queue pair %d of %s on %s"
        .formatted(
            end.pair().lqpn(),
            DetectorInput.process(end.owner(), end.pid()),
            input.device(end.device()));
  }
}
