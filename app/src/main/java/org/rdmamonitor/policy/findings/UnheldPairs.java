// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.List;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.findings.PairHolders.Holders;
import org.rdmamonitor.policy.findings.PairHolders.Where;

/**
 * N7: queue pairs that send to whom each request says, of a cgroup for which {@link PeerPolicy}
 * holds. A program may write requests without its library; what the device takes from them the
 * kernel does not see. Keeps what {@link PairHolders} keeps.
 */
final class UnheldPairs implements Detector {
  private final PairHolders pairs = new PairHolders(QueuePairType.UD, QueuePairType.DRIVER);

  @Override
  public FindingLimit on() {
    return FindingLimit.N7;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    if (input.limitsPeers()) {
      pairs.see(call);
    }
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    if (!input.limitsPeers()) {
      return List.of();
    }
    return pairs.take(input).entrySet().stream()
        .flatMap(entry ->
            input.peerPolicies(input.cgroup(entry.getKey().cgroup())).keySet().stream()
                .findFirst()
                .map(owner -> detection(entry.getKey(), entry.getValue(), owner, input))
                .stream())
        .toList();
  }

  private static Detection detection(
      Where where, Holders holders, String owner, DetectorInput input) {
    return FindingRule.N7.found(
        Severity.NOTICE,
        where.subject(input),
        input.party(where.cgroup()),
        "%s that %s to whom each request says, of %s; %s %s is held against address handles only"
            .formatted(
                Words.count(holders.count(), "queue pair"),
                holders.count() == 1 ? "sends" : "send",
                holders.anyone(),
                owner,
                PeerPolicy.NAME));
  }
}
