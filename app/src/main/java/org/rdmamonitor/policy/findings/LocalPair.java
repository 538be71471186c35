// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.DetectorInput;

/**
 * A connection whose peer is on this host, too.
 *
 * @param end one of its ends, which knows its peer
 * @param other the queue pair that its peer's address and number stand for; empty where there is
 *     none
 */
record LocalPair(PeerConnection end, Optional<PeerConnection> other) {
  /** Of such an address other hosts have the same. */
  private static final Gid LINK_LOCAL = new Gid(0xfe80L << 48, 0);

  private static final int LINK_LOCAL_BITS = 10;

  private record End(String gid, int number) {}

  /** Those of a sample that has listed all queue pairs; empty where it has not. */
  static List<LocalPair> of(DetectorInput input) {
    if (!input.sample().inventory().hasAll(ResourceType.QP)) {
      return List.of();
    }
    List<PeerConnection> all =
        input.peerings().stream()
            .filter(PeerConnection.class::isInstance)
            .map(PeerConnection.class::cast)
            .toList();
    Map<End, PeerConnection> ends = new HashMap<>();
    Set<String> own = new HashSet<>();
    Set<Integer> unplaced = new HashSet<>();
    for (PeerConnection connection : all) {
      if (connection.ownGid().isEmpty()) {
        unplaced.add(connection.pair().lqpn());
      } else {
        own.add(connection.ownGid());
        ends.put(new End(connection.ownGid(), connection.pair().lqpn()), connection);
      }
    }
    List<LocalPair> pairs = new ArrayList<>();
    for (PeerConnection connection : all) {
      if (own.contains(connection.peerGid()) && isConnected(connection)) {
        int number = connection.peerQpn().orElse(0);
        PeerConnection other = ends.get(new End(connection.peerGid(), number));
        // One whose address is not known may be it.
        if (other != null || !unplaced.contains(number)) {
          pairs.add(new LocalPair(connection, Optional.ofNullable(other)));
        }
      }
    }
    return pairs;
  }

  private static boolean isConnected(PeerConnection connection) {
    return connection.peerQpn().isPresent()
        && connection
            .state()
            .filter(state ->
                state == QueuePairState.RTR
                    || state == QueuePairState.RTS
                    || state == QueuePairState.SQD)
            .isPresent()
        && Gid.parse(connection.peerGid())
            .filter(gid -> !gid.prefix(LINK_LOCAL_BITS).equals(LINK_LOCAL))
            .isPresent();
  }

  /** Whether both ends name each other. */
  boolean isMutual() {
    return other
        .filter(peer ->
            peer.peerGid().equals(end.ownGid()) && peer.peerQpn().orElse(0) == end.pair().lqpn())
        .isPresent();
  }

  /** The path MTU of an end, in bytes; 0 where it is not known. */
  static int mtu(PeerConnection end) {
    return end.pair().path().map(QueuePairPath::mtu).map(mtu -> mtu.orElse(0)).orElse(0);
  }
}
