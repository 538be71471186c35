// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.LocalPair;
import org.rdmamonitor.policy.config.FindingLimit;

/** N6: connections within this host whose ends cut messages into packets of different sizes. */
final class UnequalMtu implements Detector {
  @Override
  public FindingLimit on() {
    return FindingLimit.N6;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    if (!input.isNewlyListed()) {
      return List.of();
    }
    List<Detection> found = new ArrayList<>();
    for (LocalPair pair : input.localPairs()) {
      int own = LocalPair.mtu(pair.end());
      int peer = pair.other().map(LocalPair::mtu).orElse(0);
      // Each pair is reported once, by the end with the smaller MTU.
      if (pair.isMutual() && own > 0 && own < peer) {
        PeerConnection other = pair.other().orElseThrow();
        found.add(
            FindingRule.N6.found(
                Severity.WARNING,
                "queue pairs %d and %d on %s"
                    .formatted(
                        pair.end().pair().lqpn(),
                        other.pair().lqpn(),
                        input.device(pair.end().device())),
                input.party(pair.end().pid(), pair.end().cgroup()),
                "%s has a path MTU of %d, %s of %d"
                    .formatted(
                        DetectorInput.process(pair.end().owner(), pair.end().pid()),
                        own,
                        DetectorInput.process(other.owner(), other.pid()),
                        peer)));
      }
    }
    return found;
  }
}
