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
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.config.FindingLimit;

/** N4: a process that is connected to very many addresses. */
final class ManyPeers implements Detector {
  /** Whom a process talks to. */
  private record Contacts(Party party, Set<PeerAddress> addresses) {}

  @Override
  public FindingLimit on() {
    return FindingLimit.N4;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    if (!input.isNewlyListed()) {
      return List.of();
    }
    Map<String, Contacts> byProcess = new HashMap<>();
    for (Peering peering : input.peerings()) {
      if (peering.cgroup() != Cgroup.KERNEL_ID) {
        peering
            .address()
            .ifPresent(address ->
                byProcess
                    .computeIfAbsent(
                        DetectorInput.process(peering.owner(), peering.pid()),
                        _ ->
                            new Contacts(
                                input.party(peering.pid(), peering.cgroup()), new HashSet<>()))
                    .addresses
                    .add(PeerAddress.of(address)));
      }
    }
    List<Detection> found = new ArrayList<>();
    byProcess.forEach((process, contacts) -> {
      if (input.limits().exceeds(FindingLimit.N4_PEERS, contacts.addresses.size())) {
        found.add(
            FindingRule.N4.found(
                Severity.NOTICE,
                process,
                contacts.party,
                "its queue pairs and address handles lead to %d addresses"
                    .formatted(contacts.addresses.size())));
      }
    });
    return found;
  }
}
