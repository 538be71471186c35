// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * A connection whose peer is on this host, too.
 *
 * @param end one of its ends, whose peer is known
 * @param other the queue pair that has the peer's address and number; empty if there is none
 */
public record LocalPair(PeerConnection end, Optional<PeerConnection> other) {
  private record End(String gid, int number) {}

  /** The addresses of two ends: that of one, and that of its peer. */
  private record Way(String gid, String peerGid) {}

  /** Those of a sample that has listed all queue pairs; empty if it has not. */
  static List<LocalPair> of(Sample sample, List<Peering> peerings) {
    if (!sample.inventory().hasAll(ResourceType.QP)) {
      return List.of();
    }
    List<PeerConnection> all =
        peerings.stream()
            .filter(PeerConnection.class::isInstance)
            .map(PeerConnection.class::cast)
            .toList();
    Map<End, List<PeerConnection>> ends = new HashMap<>();
    Map<String, Set<Integer>> devices = new HashMap<>();
    Set<Integer> unplaced = new HashSet<>();
    for (PeerConnection connection : all) {
      if (connection.ownGid().isEmpty()) {
        unplaced.add(connection.pair().lqpn());
      } else {
        devices.computeIfAbsent(connection.ownGid(), _ -> new HashSet<>()).add(connection.device());
        ends.computeIfAbsent(
                new End(connection.ownGid(), connection.pair().lqpn()), _ -> new ArrayList<>(1))
            .add(connection);
      }
    }
    List<LocalPair> pairs = new ArrayList<>();
    for (PeerConnection connection : all) {
      if (devices.containsKey(connection.peerGid()) && isConnected(connection)) {
        int number = connection.peerQpn().orElse(0);
        List<PeerConnection> others =
            ends.getOrDefault(new End(connection.peerGid(), number), List.of());
        // A queue pair of this number whose own GID is not known may be the peer.
        if (!others.isEmpty() || !unplaced.contains(number)) {
          pairs.add(of(connection, others));
        }
      }
    }
    Set<Way> ways =
        pairs.stream()
            .filter(LocalPair::isMutual)
            .map(pair -> new Way(pair.end.ownGid(), pair.end.peerGid()))
            .collect(Collectors.toSet());
    Map<Integer, String> namespaces = new HashMap<>();
    for (Device device : sample.devices()) {
      namespaces.put(device.index(), device.netns());
    }
    pairs.removeIf(pair ->
        !pair.isMutual()
            && !ways.contains(new Way(pair.end.ownGid(), pair.end.peerGid()))
            && mayBeElsewhere(
                pair.end, devices.getOrDefault(pair.end.peerGid(), Set.of()), namespaces));
    return pairs;
  }

  /**
   * Pairs a queue pair with the one of those at its peer's address that names it as its peer too,
   * if there is one: two networks may use the same addresses.
   */
  private static LocalPair of(PeerConnection end, List<PeerConnection> others) {
    return others.stream()
        .map(other -> new LocalPair(end, Optional.of(other)))
        .filter(LocalPair::isMutual)
        .findFirst()
        .orElseGet(() -> new LocalPair(end, others.stream().findFirst()));
  }

  /**
   * Whether the peer of an end may be on another host, in a network that uses one of this host's
   * addresses too.
   *
   * @param devices those of this host that have the peer's address
   * @param namespaces of devices, by index
   */
  private static boolean mayBeElsewhere(
      PeerConnection end, Set<Integer> devices, Map<Integer, String> namespaces) {
    boolean isPrivate =
        Gid.parse(end.peerGid()).filter(gid -> gid.scope() == Gid.Scope.PRIVATE).isPresent();
    String namespace = namespaces.getOrDefault(end.device(), "");
    return devices.size() > 1
        || (isPrivate
            && devices.stream()
                .noneMatch(device -> namespaces.getOrDefault(device, "").equals(namespace)));
  }

  private static boolean isConnected(PeerConnection connection) {
    return connection.peerQpn().isPresent()
        && connection.state().filter(QueuePairState::isEstablished).isPresent()
        && Gid.parse(connection.peerGid()).filter(gid -> gid.scope() != Gid.Scope.LINK).isPresent();
  }

  /** Whether both ends name each other. */
  public boolean isMutual() {
    return other
        .filter(peer ->
            peer.peerGid().equals(end.ownGid()) && peer.peerQpn().orElse(0) == end.pair().lqpn())
        .isPresent();
  }

  /** The path MTU of an end, in bytes; 0 where it is not known. */
  public static int mtu(PeerConnection end) {
    return end.pair().path().map(QueuePairPath::mtu).map(mtu -> mtu.orElse(0)).orElse(0);
  }
}
