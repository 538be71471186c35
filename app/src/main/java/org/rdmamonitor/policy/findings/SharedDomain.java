// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.TrackedQueuePair;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * R7: one protection domain for many peers, with memory that they may access. Every peer that is
 * connected to a domain can use each remote key in it, also keys that were given to other peers.
 * Peers are counted by address, so many queue pairs to one host are one peer. Kernel consumers are
 * not looked at, since they give each peer keys of its own and invalidate them. Keeps {@value
 * #REGIONS} regions.
 */
final class SharedDomain implements Detector {
  private static final int REGIONS = 1 << 16;

  private record Domain(int device, int pdn) {}

  private static final class Members {
    private final Set<String> peers = new HashSet<>();
    private long queuePairs;
    private final String owner;
    private final Party party;

    Members(String owner, Party party) {
      this.owner = owner;
      this.party = party;
    }
  }

  private final Regions regions =
      new Regions(
          REGIONS,
          region ->
              region.pdn().isPresent() && (region.access().orElse(0) & AccessFlags.REMOTE) != 0);

  @Override
  public FindingLimit on() {
    return FindingLimit.R7;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    regions.see(call);
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    Map<Domain, Long> exposed = new HashMap<>();
    for (Regions.Registered registered : regions.live(input)) {
      registered
          .region()
          .pdn()
          .ifPresent(pdn -> exposed.merge(new Domain(registered.device(), pdn), 1L, Long::sum));
    }
    if (exposed.isEmpty()) {
      return List.of();
    }
    Map<Domain, Members> domains = new HashMap<>();
    for (TrackedQueuePair pair : input.queuePairs().all()) {
      if (pair.isConnected() && pair.pdn().isPresent() && !pair.destinationGid().isEmpty()) {
        Domain domain = new Domain(pair.device(), pair.pdn().getAsInt());
        if (exposed.containsKey(domain)) {
          Members members =
              domains.computeIfAbsent(
                  domain,
                  _ ->
                      new Members(
                          DetectorInput.process(pair.comm(), pair.pid()),
                          input.party(pair.pid(), pair.cgroup())));
          members.peers.add(pair.destinationGid());
          members.queuePairs++;
        }
      }
    }
    List<Detection> found = new ArrayList<>();
    domains.forEach((domain, members) -> {
      if (input.limits().exceeds(FindingLimit.R7_PEERS, members.peers.size())) {
        found.add(
            FindingRule.R7.found(
                Severity.NOTICE,
                "%s, protection domain %d on %s"
                    .formatted(members.owner, domain.pdn(), input.device(domain.device())),
                members.party,
                "%d peers by %s reach %s"
                    .formatted(
                        members.peers.size(),
                        Words.count(members.queuePairs, "queue pair"),
                        Words.count(
                            exposed.getOrDefault(domain, 0L),
                            "remotely accessible memory region"))));
      }
    });
    return found;
  }
}
