// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.FindingLimit;
import org.rdmamonitor.policy.Party;

/**
 * N1: queue pairs and address handles that lead to peers outside of {@link PeerPolicy}: from before
 * it was set, or around the gate. Kernel consumers are not looked at.
 */
final class ForbiddenPeers implements Detector {
  /** Whose, to whom and by which policy. */
  private record Contact(String process, String peer, String policy) {}

  /** An example, and how many there are. */
  private record Seen(Party party, String example, long count) {
    Seen and(Seen other) {
      return new Seen(party, example, count + other.count);
    }
  }

  @Override
  public FindingLimit on() {
    return FindingLimit.N1;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    if (!input.limitsPeers() || !input.isNewlyListed()) {
      return List.of();
    }
    Map<Contact, Seen> seen = new HashMap<>();
    Map<Long, Map<String, PeerPolicy>> policies = new HashMap<>();
    for (Peering peering : input.peerings()) {
      if (peering.cgroup() == Cgroup.KERNEL_ID || peering.address().isEmpty()) {
        continue;
      }
      PeerAddress peer = PeerAddress.of(peering.address().get());
      policies
          .computeIfAbsent(peering.cgroup(), id -> input.peerPolicies(input.cgroup(id)))
          .entrySet()
          .stream()
          .filter(policy -> !policy.getValue().permits(peer))
          .findFirst()
          .ifPresent(policy ->
              seen.merge(
                  new Contact(
                      DetectorInput.process(peering.owner(), peering.pid()),
                      peer.text(),
                      policy.getKey() + " " + PeerPolicy.NAME),
                  new Seen(input.party(peering.pid(), peering.cgroup()), what(peering, input), 1),
                  Seen::and));
    }
    List<Detection> found = new ArrayList<>();
    seen.forEach((contact, of) ->
        found.add(
            FindingRule.N1.found(
                Severity.CRITICAL,
                contact.process + " to " + contact.peer,
                of.party,
                "%s; outside of %s; %s to it"
                    .formatted(of.example, contact.policy, Words.count(of.count, "way")))));
    return found;
  }

  private static String what(Peering peering, DetectorInput input) {
    String device = input.device(peering.device());
    return switch (peering) {
      case PeerConnection connection ->
          "queue pair %d on %s%s"
              .formatted(
                  connection.pair().lqpn(),
                  device,
                  connection.state().map(QueuePairState::name).map(s -> ", " + s).orElse(""));
      case DatagramPeer(AddressHandle handle, _, _) ->
          "address handle in protection domain %d on %s".formatted(handle.pdn(), device);
    };
  }
}
