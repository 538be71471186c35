// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.ConnectionPair;
import org.rdmamonitor.model.join.HostRecord;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.join.LoneEnd;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.Finding.Severity;

/** J1: one end is connected, and the other is not. */
final class HalfOpen {
  /** It takes a moment until both ends are connected. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** How far clocks may be apart if nothing tells. */
  private static final Duration DOUBT = Duration.ofSeconds(10);

  private final JoinedHosts hosts;
  private final Sightings sightings;

  HalfOpen(JoinedHosts hosts, Sightings sightings) {
    this.hosts = hosts;
    this.sightings = sightings;
  }

  /**
   * Looks at a connection whose ends name each other: one may be connected while the other is in
   * ERR.
   */
  void see(ConnectionPair pair) {
    see(pair.one(), pair.other());
    see(pair.other(), pair.one());
  }

  private void see(ConnectionEnd end, ConnectionEnd peer) {
    if (!end.isConnected()
        || peer.life().ended().isPresent()
        || peer.connection().state().filter(QueuePairState.ERR::equals).isEmpty()) {
      return;
    }
    Optional<Duration> seenAfter =
        hosts
            .host(end)
            .listed()
            .map(listed -> hosts.between(peer.host(), peer.life().inState(), end.host(), listed));
    if (seenAfter.filter(after -> after.compareTo(grace(end, peer.host())) > 0).isPresent()) {
      found(
          end,
          true,
          "error",
          "%s is in %s, and its peer, %s (%s), in ERR"
              .formatted(
                  EndNames.pair(end),
                  end.connection().state().orElseThrow(),
                  EndNames.pair(peer),
                  hosts.host(peer).name()));
    }
  }

  /**
   * Looks at an end whose host of the peer's address has no such queue pair, or one that names
   * another peer or none.
   */
  void see(LoneEnd lone) {
    ConnectionEnd end = lone.end();
    if (lone.owner().isEmpty() || end.life().connected().isEmpty()) {
      return;
    }
    int owner = lone.owner().getAsInt();
    HostRecord there = hosts.hosts().get(owner);
    if (!there.complete() || there.leftOut() > 0 || there.listed().isEmpty()) {
      return;
    }
    Duration grace = grace(end, owner);
    Instant gone = end.life().ended().orElse(hosts.host(end).end());
    Instant since = end.life().connected().get();
    boolean isLong =
        hosts.between(end.host(), since, end.host(), gone).compareTo(grace) > 0
            && hosts.between(end.host(), since, owner, there.listed().get()).compareTo(grace) > 0
            && hosts.between(owner, there.begin(), end.host(), gone).compareTo(grace) > 0;
    if (!isLong || !(end.life().ended().isPresent() || end.isConnected())) {
      return;
    }
    Optional<ConnectionEnd> namesake = lone.namesake();
    boolean isCertain = lone.certain();
    if (namesake.isEmpty()) {
      // Calls are missing that may have told of the queue pair, and no later list proves its
      // absence.
      if (there.hasLost()
          && hosts.between(owner, there.listed().get(), end.host(), gone).isNegative()) {
        return;
      }
      found(
          end,
          isCertain,
          "none",
          "%s is connected to %s; %s, which has this address, has no connected queue pair of that"
                  .formatted(EndNames.pair(end), EndNames.peer(end), there.name())
              + " number");
    } else if (namesake.get().peerNumber().isPresent()) {
      found(
          end,
          isCertain,
          "another",
          "%s is connected to %s; there, %s (%s) is connected to %s"
              .formatted(
                  EndNames.pair(end),
                  EndNames.peer(end),
                  EndNames.pair(namesake.get()),
                  there.name(),
                  EndNames.peer(namesake.get())));
    } else if (isWaiting(namesake.get(), owner, grace)) {
      found(
          end,
          isCertain,
          "waiting",
          "%s is connected to %s; there, %s (%s) is connected to nobody"
              .formatted(
                  EndNames.pair(end),
                  EndNames.peer(end),
                  EndNames.pair(namesake.get()),
                  there.name()));
    }
  }

  /**
   * Whether a list has shown the queue pair in a state without a peer, and long after it entered
   * that state.
   */
  private boolean isWaiting(ConnectionEnd namesake, int owner, Duration grace) {
    Duration seen =
        hosts.between(
            owner,
            namesake.life().inState(),
            owner,
            hosts.hosts().get(owner).listed().orElse(namesake.life().inState()));
    return namesake.life().ended().isEmpty()
        && seen.compareTo(grace) > 0
        && namesake
            .connection()
            .state()
            .filter(state -> state == QueuePairState.RESET || state == QueuePairState.INIT)
            .isPresent();
  }

  private Duration grace(ConnectionEnd end, int other) {
    return GRACE.plus(hosts.doubt(end.host(), other, DOUBT));
  }

  private void found(ConnectionEnd end, boolean isCertain, String kind, String evidence) {
    sightings.add(
        JoinRule.J1,
        isCertain ? Severity.WARNING : Severity.NOTICE,
        EndNames.group(end, hosts),
        kind,
        isCertain ? evidence : evidence + EndNames.UNLESS_ANOTHER,
        hosts.time(end.host(), end.life().connected().orElse(hosts.host(end).begin())));
  }
}
