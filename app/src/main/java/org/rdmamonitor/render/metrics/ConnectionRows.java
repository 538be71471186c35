// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.join.ShownAddresses;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * Connections with their own series: the first ones that have a peer, up to a number. A connection
 * keeps its series as long as it has this peer, so that series do not come and go because of other
 * connections; the number of the others is reported.
 */
final class ConnectionRows {
  /** More addresses than any host has; a bound in case they come and go. */
  private static final int ADDRESSES = 256;

  private final int most;
  private final ShownAddresses addresses = new ShownAddresses(ADDRESSES);
  private final Map<Key, Phase> kept = new HashMap<>();
  private @Nullable Instant begin;

  /** What a connection is known by. */
  private record Key(int device, int number, int peer, int pid) {}

  /** A state, and since when it is known to be in it. */
  private record Phase(Optional<QueuePairState> state, Instant since) {}

  /**
   * A connection.
   *
   * @param since when it entered its state; if that was not seen, when it was first seen in it
   */
  record Row(PeerConnection connection, Instant since) {}

  /**
   * Everything that is reported about connections.
   *
   * @param begin since when they are followed; empty if they are not
   * @param leftOut queue pairs that have a peer and no row, and those of which it is not known
   *     whether they have one
   * @param addresses that are the host's own
   */
  record Told(Optional<Instant> begin, List<Row> rows, long leftOut, Set<String> addresses) {
    Told {
      rows = List.copyOf(rows);
      addresses = Set.copyOf(addresses);
    }
  }

  /**
   * No connections yet.
   *
   * @param most how many are kept; with 0 they are not followed
   */
  ConnectionRows(int most) {
    this.most = most;
  }

  /** Moves on to the connections of a snapshot. */
  Told follow(Snapshot snapshot) {
    Inventory inventory = snapshot.details().inventory();
    if (most == 0 || inventory.time().equals(Inventory.NONE.time())) {
      return new Told(Optional.empty(), List.of(), 0, Set.of());
    }
    if (begin == null) {
      begin = snapshot.time();
    }
    addresses.add(inventory, snapshot.details().facts());
    List<PeerConnection> connected =
        PeerConnection.of(inventory, snapshot.details().facts()).stream()
            .filter(connection -> connection.peerQpn().isPresent())
            .sorted(
                Comparator.comparingInt(PeerConnection::device)
                    .thenComparing(end -> end.pair().lqpn(), Integer::compareUnsigned))
            .toList();
    kept.keySet()
        .retainAll(connected.stream().map(ConnectionRows::key).collect(Collectors.toSet()));
    List<Row> rows = new ArrayList<>();
    long leftOut = inventory.leftOutCount(ResourceType.QP);
    for (PeerConnection connection : connected) {
      Key key = key(connection);
      Phase before = kept.get(key);
      if (before == null && kept.size() >= most) {
        leftOut++;
        continue;
      }
      Phase now = phase(connection, before, snapshot.time());
      kept.put(key, now);
      rows.add(new Row(connection, now.since));
    }
    return new Told(Optional.of(begin), rows, leftOut, addresses.all().keySet());
  }

  private static Phase phase(PeerConnection connection, @Nullable Phase before, Instant now) {
    if (connection.since().isPresent()) {
      return new Phase(connection.state(), connection.since().get());
    }
    return before != null && before.state.equals(connection.state())
        ? before
        : new Phase(connection.state(), now);
  }

  private static Key key(PeerConnection connection) {
    return new Key(
        connection.device(),
        connection.pair().lqpn(),
        connection.peerQpn().orElse(0),
        connection.pid());
  }
}
