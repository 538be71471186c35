// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import java.util.List;
import org.rdmamonitor.model.join.ConnectionPair;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.join.LoneEnd;
import org.rdmamonitor.policy.Finding;

/** Checks joined connections against the rules. */
public final class JoinInspector {
  private JoinInspector() {}

  /**
   * What was found.
   *
   * @param findings the most severe first
   * @param leftOut how many sightings were dropped for lack of room
   */
  public record Result(List<Finding> findings, long leftOut) {
    public Result {
      findings = List.copyOf(findings);
    }
  }

  /** What the rules find in these hosts. */
  public static Result inspect(JoinedHosts hosts) {
    Sightings sightings = new Sightings();
    HalfOpen halfOpen = new HalfOpen(hosts, sightings);
    LostPeers lostPeers = new LostPeers(hosts, sightings);
    UnequalEnds unequalEnds = new UnequalEnds(hosts, sightings);
    for (ConnectionPair pair : hosts.pairs()) {
      unequalEnds.see(pair);
      if (pair.certain()) {
        lostPeers.see(pair);
        halfOpen.see(pair);
      }
    }
    for (LoneEnd end : hosts.lone()) {
      halfOpen.see(end);
    }
    ReconnectStorms.find(hosts, sightings);
    ForeignAddresses.find(hosts, sightings);
    return new Result(sightings.findings(), sightings.leftOut());
  }
}
