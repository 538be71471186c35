// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.join;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.rdmamonitor.fleet.HostConnections;
import org.rdmamonitor.fleet.ListedConnection;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;

/** Converts connections as metrics report them to ends that can be joined. */
final class ListedEnds {
  private ListedEnds() {}

  /**
   * Converts an end.
   *
   * @param host the index of its host
   * @param ended when it was gone; empty while it exists
   */
  static ConnectionEnd end(int host, ListedConnection told, Optional<Instant> ended) {
    Optional<QueuePairState> state = constant(QueuePairState.values(), told.state());
    QueuePairType type =
        constant(QueuePairType.values(), told.type()).orElse(QueuePairType.UNKNOWN);
    int device = device(told);
    Cgroup cgroup = cgroup(told);
    QueuePairPath path =
        QueuePairPath.leading(
            state,
            Optional.of(told.since()),
            OptionalInt.of(told.peerNumber()),
            told.port(),
            address(told),
            told.mtu());
    QueuePair pair =
        new QueuePair(
            type,
            state,
            told.number(),
            OptionalInt.of(told.peerNumber()),
            OptionalInt.empty(),
            OptionalInt.empty(),
            told.port().orElse(0),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.of(path));
    PeerConnection connection =
        new PeerConnection(
            new LiveObject(
                ResourceType.QP, device, told.number(), told.pid(), told.comm(), cgroup.id(), pair),
            pair,
            Optional.empty(),
            PeerAddress.lidOf(told.address()));
    // In another state, such as ERR, it may have been connected for longer, or may no longer be
    // connected.
    boolean isPeerKnownSince = state.filter(QueuePairState::isEstablished).isPresent();
    return new ConnectionEnd(
        host,
        told.device(),
        cgroup,
        OptionalInt.empty(),
        connection,
        new ConnectionEnd.Life(
            Optional.empty(),
            isPeerKnownSince ? Optional.of(told.since()) : Optional.empty(),
            told.since(),
            ended,
            Optional.empty()));
  }

  /** The hash of the name stands for the device, because metrics have no device index. */
  private static int device(ListedConnection told) {
    return told.device().hashCode();
  }

  /** The addresses of a host, each with the devices that use it now or did a moment ago. */
  static Map<String, SortedSet<Integer>> addresses(HostConnections told) {
    Map<String, SortedSet<Integer>> addresses = new HashMap<>();
    told.addresses().forEach(address -> addresses.put(address, new TreeSet<>()));
    Stream.concat(told.ends().stream(), told.gone().stream())
        .forEach(end ->
            addresses.computeIfPresent(
                end.address(),
                (_, devices) -> {
                  devices.add(device(end));
                  return devices;
                }));
    return addresses;
  }

  private static Optional<Address> address(ListedConnection told) {
    if (told.peerAddress().isEmpty()) {
      return Optional.empty();
    }
    OptionalInt lid = PeerAddress.lidOf(told.peerAddress());
    Optional<Route> route =
        lid.isPresent()
            ? Optional.empty()
            : Optional.of(
                Route.between(
                    PeerAddress.lidOf(told.address()).isPresent() ? "" : told.address(),
                    told.peerAddress(),
                    told.trafficClass()));
    return Optional.of(
        new Address(
            constant(Transport.values(), told.transport()).orElse(Transport.UNKNOWN),
            told.port().orElse(0),
            lid,
            0,
            told.serviceLevel().orElse(0),
            route));
  }

  /** Only the label of a cgroup is known, which may stand for several cgroups. */
  private static Cgroup cgroup(ListedConnection told) {
    String path = told.cgroup();
    if (path.equals(Cgroup.KERNEL.path())) {
      return Cgroup.KERNEL;
    }
    return new Cgroup(Cgroup.OVERFLOW_ID, path);
  }

  private static <E extends Enum<E>> Optional<E> constant(E[] constants, String name) {
    return Arrays.stream(constants).filter(constant -> constant.name().equals(name)).findFirst();
  }
}
