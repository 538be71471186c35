// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.FindingLimit;

/** N4: a process that is connected to very many addresses. */
final class ManyPeers implements Detector {
  @Override
  public FindingLimit on() {
    return FindingLimit.N4;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    if (!input.isNewlyListed()) {
      return List.of();
    }
    Map<String, Set<PeerAddress>> peers = new HashMap<>();
    for (Peering peering : input.peerings()) {
      if (peering.cgroup() != Cgroup.KERNEL_ID) {
        peering
            .address()
            .ifPresent(address ->
                peers
                    .computeIfAbsent(
                        DetectorInput.process(peering.owner(), peering.pid()), _ -> new HashSet<>())
                    .add(PeerAddress.of(address)));
      }
    }
    List<Detection> found = new ArrayList<>();
    peers.forEach((process, addresses) -> {
      if (input.limits().exceeds(FindingLimit.N4_PEERS, addresses.size())) {
        found.add(
            FindingRule.N4.found(
                Severity.NOTICE,
                process,
                "its queue pairs and address handles lead to %d addresses"
                    .formatted(addresses.size())));
      }
    });
    return found;
  }
}
