// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * An end as the calls and the lists of a recording tell of it, one after the other. What a list has
 * is fuller; what a call after it has set is newer.
 */
final class TrackedEnd {
  final int device;
  final int number;
  private final String deviceName;
  private Cgroup cgroup;
  private OptionalInt user = OptionalInt.empty();
  private int pid;
  private String comm;
  private QueuePairType type = QueuePairType.UNKNOWN;
  private @Nullable PeerConnection listed;

  /** When it was listed the last time: the list was begun then, and made until then. */
  private Instant listedFrom = Instant.MIN;

  private Instant listedUntil = Instant.MIN;
  private int lists;

  /** When the list was made that was the first to have its peer, before any call told of it. */
  private @Nullable Instant connectedInList;

  private @Nullable Instant bornAfter;
  private @Nullable Instant connected;
  private @Nullable Instant changed;
  private Optional<QueuePairState> state = Optional.empty();
  private Instant inState;
  private OptionalInt peerNumber = OptionalInt.empty();
  private String peerGid = "";
  private OptionalInt rqPsn = OptionalInt.empty();
  private OptionalInt sqPsn = OptionalInt.empty();
  private @Nullable Instant missing;
  private @Nullable Instant ended;
  private @Nullable QueuePairEnd ending;

  TrackedEnd(
      int device,
      int number,
      String deviceName,
      Cgroup cgroup,
      int pid,
      String comm,
      Instant seen,
      @Nullable Instant bornAfter) {
    this.device = device;
    this.number = number;
    this.deviceName = deviceName;
    this.cgroup = cgroup;
    this.pid = pid;
    this.comm = comm;
    this.inState = seen;
    this.bornAfter = bornAfter;
  }

  /** One that goes on where this ends: the queue pair is told of another peer. */
  TrackedEnd successor(Instant time) {
    TrackedEnd next =
        new TrackedEnd(device, number, deviceName, cgroup, pid, comm, time, bornAfter);
    next.type = type;
    next.user = user;
    return next;
  }

  /** Takes over who made it. */
  void made(ControlCall call, Cgroup callersCgroup) {
    user = OptionalInt.of(call.caller().uid());
    if (callersCgroup.id() == cgroup.id() && !callersCgroup.path().isEmpty()) {
      cgroup = callersCgroup;
    }
    if (call.detail() instanceof ControlCall.QueuePairCreation creation) {
      type = creation.type();
      bornAfter = call.time();
      enter(QueuePairState.RESET, call.time());
    }
    changed = call.time();
  }

  /**
   * Whether it is the queue pair that a call at this time has made. Lists are made after calls were
   * taken out, so one may have what the calls that come next tell of.
   */
  boolean isMadeAt(Instant time) {
    return changed == null && lists == 1 && !time.isAfter(listedUntil);
  }

  /** Whether a change tells it of a peer while it has one already, and not only by a list. */
  boolean isAnew(ControlCall call, QueuePairChange change) {
    return connected != null
        && (connectedInList == null || call.time().isAfter(connectedInList))
        && change
            .state()
            .filter(s -> s == QueuePairState.RTR || s == QueuePairState.RESET)
            .isPresent();
  }

  void change(ControlCall call, QueuePairChange change) {
    changed = call.time();
    user = OptionalInt.of(call.caller().uid());
    if (change.has(QueuePairChange.DESTINATION_QPN)) {
      peerNumber = OptionalInt.of(change.destinationQpn());
    }
    if (change.has(QueuePairChange.ADDRESS)) {
      peerGid = change.destinationGid();
    }
    if (change.has(QueuePairChange.RQ_PSN)) {
      rqPsn = OptionalInt.of(change.rqPsn());
    }
    if (change.has(QueuePairChange.SQ_PSN)) {
      sqPsn = OptionalInt.of(change.sqPsn());
    }
    change
        .state()
        .ifPresent(next -> {
          enter(next, call.time());
          if (next == QueuePairState.RTR) {
            // The peer was known when the call was made, not only when it returned.
            connected = call.time().minus(call.duration());
          }
        });
  }

  private void enter(QueuePairState next, Instant time) {
    if (!state.equals(Optional.of(next))) {
      state = Optional.of(next);
      inState = time;
    }
  }

  /** Whether a list has it with another peer than the one it was told of before, or without. */
  boolean isOther(PeerConnection now) {
    if (now.peerQpn().isEmpty()) {
      return connected != null
          && now.state()
              .filter(s -> s == QueuePairState.RESET || s == QueuePairState.INIT)
              .isPresent();
    }
    PeerConnection before = listed;
    return before != null
        && before.peerQpn().isPresent()
        && (before.peerQpn().getAsInt() != now.peerQpn().getAsInt()
            || !(before.peerGid().equals(now.peerGid())
                || before.peerGid().isEmpty()
                || now.peerGid().isEmpty()));
  }

  /** Whether one that is listed is this, which a list before did not have by mistake. */
  boolean isSame(PeerConnection now) {
    PeerConnection before = listed;
    return before != null
        && (before.pid() == now.pid() || !now.object().isOwned())
        && before.pair().type() == now.pair().type()
        && before.peerQpn().equals(now.peerQpn())
        && before.peerGid().equals(now.peerGid())
        && before
            .pair()
            .path()
            .map(QueuePairPath::rqPsn)
            .equals(now.pair().path().map(QueuePairPath::rqPsn));
  }

  /** Takes over what a list has that was made from one time to another. */
  void list(PeerConnection now, Cgroup owner, Instant from, Instant until) {
    listedFrom = from;
    listedUntil = until;
    lists++;
    missing = null;
    type = now.pair().type();
    if (now.object().isOwned()) {
      listed = now;
      pid = now.pid();
      comm = now.owner();
      if (owner.id() != cgroup.id() || !owner.path().isEmpty()) {
        cgroup = owner;
      }
    } else {
      // The thread that made it has ended: what calls, or lists before, have told still holds.
      listed = now.ownedBy(pid, comm, cgroup.id());
    }
    if (changed == null || changed.isBefore(from)) {
      now.state().ifPresent(next -> enter(next, now.since().orElse(from)));
    }
    if (connected == null && now.peerQpn().isPresent()) {
      Instant since = now.since().orElse(until);
      connected = since.isBefore(until) ? since : until;
      connectedInList = until;
    }
  }

  /** A list does not have it any more. */
  void miss(Instant time) {
    if (missing == null && (changed == null || changed.isBefore(time))) {
      missing = time;
    }
  }

  boolean isMissing() {
    return missing != null;
  }

  void end(Instant time, @Nullable QueuePairEnd why) {
    ended = time;
    ending = why;
  }

  /** At the end of the recording. */
  void settle() {
    if (ended == null && missing != null) {
      ended = missing;
    }
  }

  /** Whether it is, was or may get an end of a connection. */
  boolean isOfInterest() {
    return type.hasOnePeer() || peerNumber.isPresent();
  }

  ConnectionEnd view(int host) {
    return new ConnectionEnd(
        host,
        deviceName,
        cgroup,
        user,
        connection(),
        new ConnectionEnd.Life(
            Optional.ofNullable(bornAfter),
            Optional.ofNullable(connected),
            inState,
            Optional.ofNullable(ended),
            Optional.ofNullable(ending)));
  }

  private PeerConnection connection() {
    PeerConnection full = listed;
    boolean isNewest = changed == null || changed.isBefore(listedFrom);
    if (full != null && isNewest && (full.told().isPresent() || ending == null)) {
      return full;
    }
    Optional<QueuePair> pair = Optional.ofNullable(full).map(PeerConnection::pair);
    QueuePair told =
        new QueuePair(
            type,
            state,
            number,
            pair.map(QueuePair::rqpn).filter(n -> isNewest).orElse(OptionalInt.empty()),
            OptionalInt.empty(),
            OptionalInt.empty(),
            pair.map(QueuePair::port).orElse(0),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.of(path(pair.flatMap(QueuePair::path))));
    return new PeerConnection(
        new LiveObject(ResourceType.QP, device, number, pid, comm, cgroup.id(), told),
        told,
        full == null ? Optional.empty() : full.manager(),
        full == null ? OptionalInt.empty() : full.ownLid(),
        full == null ? Optional.empty() : full.managed());
  }

  /** What lists had before, with what calls have set since. */
  private QueuePairPath path(Optional<QueuePairPath> before) {
    QueuePairPath old = before.orElse(QueuePairPath.NONE);
    Optional<QueuePairEnd> why = Optional.ofNullable(ending);
    OptionalInt peer = first(peerNumber, old.peerQpn());
    return new QueuePairPath(
        state.isPresent() ? state : old.state(),
        state.isPresent() ? Optional.of(inState) : old.since(),
        peer.isPresent() ? peer : why.map(QueuePairEnd::peerQpn).orElse(peer),
        old.port(),
        old.address().or(() -> why.flatMap(QueuePairEnd::address)).or(this::toldAddress),
        old.mtu(),
        old.timeout(),
        old.retries(),
        old.rnrRetries(),
        old.rnrTimer(),
        first(rqPsn, old.rqPsn()),
        first(sqPsn, old.sqPsn()),
        old.reads(),
        old.readsServed());
  }

  private static OptionalInt first(OptionalInt one, OptionalInt other) {
    return one.isPresent() ? one : other;
  }

  /** Of a call alone only the peer's GID is known: no transport, so that nobody relies on more. */
  private Optional<Address> toldAddress() {
    return peerGid.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Address(
                Transport.UNKNOWN,
                1,
                OptionalInt.empty(),
                0,
                0,
                Optional.of(Route.between("", peerGid, OptionalInt.empty()))));
  }
}
