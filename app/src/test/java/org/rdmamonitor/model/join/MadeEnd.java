// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.PeerConnection;
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

/**
 * An end of a connection of which a test says all that matters, and no recording. Times are seconds
 * of the recording of its host, which lasts from 0 to {@link #UNTIL}.
 */
final class MadeEnd {
  static final int UNTIL = 60;

  private final int host;
  private final int number;
  private int device = 1;
  private QueuePairType type = QueuePairType.RC;
  private Optional<QueuePairState> state = Optional.of(QueuePairState.RTS);
  private String own = "";
  private String peer = "";
  private int peerNumber;
  private OptionalInt sent = OptionalInt.empty();
  private OptionalInt awaited = OptionalInt.empty();
  private Optional<Instant> made = Optional.empty();
  private Optional<Instant> connected = Optional.empty();
  private Optional<Instant> ended = Optional.empty();

  private MadeEnd(int host, int number) {
    this.host = host;
    this.number = number;
  }

  /** One of type RC, in RTS, that is not told of a peer. */
  static MadeEnd on(int host, int number) {
    return new MadeEnd(host, number);
  }

  MadeEnd device(int index) {
    device = index;
    return this;
  }

  MadeEnd of(QueuePairType other) {
    type = other;
    return this;
  }

  MadeEnd in(Optional<QueuePairState> other) {
    state = other;
    return this;
  }

  /** Its own address: a GID, or {@code lid:} and a number. */
  MadeEnd at(String address) {
    own = address;
    return this;
  }

  /** Its peer; the address is empty if it is not known. */
  MadeEnd to(String address, int qpn) {
    peer = address;
    peerNumber = qpn;
    return this;
  }

  /** The first sequence numbers that it sends and expects. */
  MadeEnd psns(int first, int expected) {
    sent = OptionalInt.of(first);
    awaited = OptionalInt.of(expected);
    return this;
  }

  MadeEnd connected(double made, double then) {
    this.made = Optional.of(time(made));
    connected = Optional.of(time(then));
    return this;
  }

  MadeEnd ended(double then) {
    ended = Optional.of(time(then));
    return this;
  }

  static Instant time(double second) {
    return Scenes.START.plusNanos(Math.round(second * 1e9));
  }

  ConnectionEnd end() {
    QueuePair pair =
        new QueuePair(
            type,
            state,
            number,
            OptionalInt.of(peerNumber),
            OptionalInt.empty(),
            OptionalInt.empty(),
            1,
            OptionalInt.empty(),
            Optional.empty(),
            Optional.of(path()));
    LiveObject object = new LiveObject(ResourceType.QP, device, number, 42, "app", 77, pair);
    return new ConnectionEnd(
        host,
        "rxe" + (device - 1),
        new Cgroup(77, "/pod"),
        OptionalInt.empty(),
        new PeerConnection(object, pair, Optional.empty(), PeerAddress.lidOf(own)),
        new ConnectionEnd.Life(
            made, connected, connected.orElse(Scenes.START), ended, Optional.empty()));
  }

  private QueuePairPath path() {
    return new QueuePairPath(
        state,
        connected,
        OptionalInt.empty(),
        OptionalInt.of(1),
        address(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        awaited,
        sent,
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  private Optional<Address> address() {
    OptionalInt lid = PeerAddress.lidOf(peer);
    String ownGid = isLid(own) ? "" : own;
    String peerGid = isLid(peer) ? "" : peer;
    return peer.isEmpty() && own.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Address(
                lid.isPresent() ? Transport.IB : Transport.ROCE_V2,
                1,
                lid,
                0,
                0,
                ownGid.isEmpty() && peerGid.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Route.between(ownGid, peerGid, OptionalInt.empty()))));
  }

  private static boolean isLid(String address) {
    return address.startsWith(PeerAddress.LID_PREFIX);
  }

  /**
   * A host with these ends, whose addresses are those that they have, each of the device of its
   * end.
   */
  static HostRecord host(String name, MadeEnd... ends) {
    return host(name, Map.of(), ends);
  }

  /**
   * The same, and the host has shown more addresses, of these devices; of none if that is not
   * known.
   */
  static HostRecord host(String name, Map<String, SortedSet<Integer>> shown, MadeEnd... ends) {
    List<ConnectionEnd> all = List.of(ends).stream().map(MadeEnd::end).toList();
    Map<String, SortedSet<Integer>> addresses = new HashMap<>();
    for (ConnectionEnd end : all) {
      if (!end.ownAddress().isEmpty() && !shown.containsKey(end.ownAddress())) {
        addresses
            .computeIfAbsent(end.ownAddress(), _ -> new TreeSet<>())
            .add(end.connection().device());
      }
    }
    addresses.putAll(shown);
    return new HostRecord(
        name,
        name + ".rec",
        time(0),
        time(UNTIL),
        all,
        List.of(),
        addresses,
        Optional.of(time(UNTIL)),
        true,
        0,
        Duration.ZERO,
        false);
  }
}
