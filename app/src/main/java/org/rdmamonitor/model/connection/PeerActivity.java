// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * A peer, with all queue pairs and address handles that lead to it.
 *
 * @param latest the peering that reached its present state last
 * @param connections how many lead there
 * @param broken how many of them are queue pairs in ERR or SQE, which need somebody to look
 * @param calls about these queue pairs during the interval, as far as they are known one by one
 * @param failed calls among them that returned an error
 */
public record PeerActivity(Peering latest, long connections, long broken, long calls, long failed) {
  private static final Set<QueuePairState> BROKEN = Set.of(QueuePairState.ERR, QueuePairState.SQE);

  /** Peers with the most calls first, then those with the most failures and connections. */
  public static final Comparator<PeerActivity> BUSIEST_FIRST =
      Comparator.comparingLong(PeerActivity::calls)
          .thenComparingLong(PeerActivity::failed)
          .thenComparingLong(PeerActivity::connections)
          .thenComparing(peer -> time(peer.latest))
          .reversed()
          .thenComparing(peer -> peer.latest.peerKey());

  /** A queue pair, as calls name it. */
  private record QueuePairName(int device, int id) {}

  /**
   * The peers, the busiest first. All peers whose number is known, but not their address, count as
   * one.
   *
   * @param peerings who talks to whom
   * @param calls of the interval
   */
  public static List<PeerActivity> of(List<Peering> peerings, List<ControlCall> calls) {
    Map<QueuePairName, List<ControlCall>> byQueuePair = new HashMap<>();
    for (ControlCall call : calls) {
      OptionalInt id = call.objectId();
      if (id.isPresent() && call.verb().type().filter(ResourceType.QP::equals).isPresent()) {
        byQueuePair
            .computeIfAbsent(
                new QueuePairName(call.device(), id.getAsInt()), _ -> new ArrayList<>())
            .add(call);
      }
    }
    Map<String, PeerActivity> peers = new HashMap<>();
    for (Peering peering : peerings) {
      if (peering.isPeerKnown()) {
        String key = peering.address().isPresent() ? peering.peerKey() : "";
        peers.merge(key, of(peering, byQueuePair), PeerActivity::plus);
      }
    }
    return peers.values().stream().sorted(BUSIEST_FIRST).toList();
  }

  private static PeerActivity of(
      Peering peering, Map<QueuePairName, List<ControlCall>> byQueuePair) {
    return switch (peering) {
      case DatagramPeer _ -> new PeerActivity(peering, 1, 0, 0, 0);
      case PeerConnection pair -> {
        List<ControlCall> calls =
            byQueuePair.getOrDefault(
                new QueuePairName(pair.device(), pair.object().id()), List.of());
        yield new PeerActivity(
            peering,
            1,
            pair.state().filter(BROKEN::contains).isPresent() ? 1 : 0,
            calls.size(),
            calls.stream().filter(ControlCall::failed).count());
      }
    };
  }

  private PeerActivity plus(PeerActivity other) {
    return new PeerActivity(
        time(latest).isBefore(time(other.latest)) ? other.latest : latest,
        connections + other.connections,
        broken + other.broken,
        calls + other.calls,
        failed + other.failed);
  }

  /** A peering whose time was not seen counts as the oldest. */
  private static Instant time(Peering peering) {
    return peering.since().orElse(Instant.MIN);
  }
}
