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
 * An end as the calls and the lists of a recording tell of it, one after the other. A list has more
 * fields; a call after the list is newer.
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

  /** The latest list that had it was begun at this time, and finished at {@code listedUntil}. */
  private Instant listedFrom = Instant.MIN;

  private Instant listedUntil = Instant.MIN;
  private int lists;

  /** When the first list that had its peer was made, if no call had told of the peer before. */
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

  /** The end that follows this one when the same queue pair is told of another peer. */
  TrackedEnd successor(Instant time) {
    TrackedEnd next =
        new TrackedEnd(device, number, deviceName, cgroup, pid, comm, time, bornAfter);
    next.type = type;
    next.user = user;
    return next;
  }

  /** Takes over from a call who made it. */
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
   * Whether it is the queue pair that a call at this time made. A sample's list is made after its
   * calls were collected, so a list may have a queue pair whose creation comes with the next calls.
   */
  boolean isMadeAt(Instant time) {
    return changed == null && lists == 1 && !time.isAfter(listedUntil);
  }

  /**
   * Whether a change begins a new connection: the queue pair has a peer already, and not only from
   * a list that was made after this call.
   */
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

  /**
   * Whether a list shows this queue pair connected to another peer than the list before did, or
   * back in RESET or INIT without a peer after it was connected.
   */
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

  /**
   * Whether a listed queue pair is this one, which an earlier list left out by mistake: it has the
   * same process, type, peer and receive PSN.
   */
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

  /** Takes over a list's entry; the list was made between these two times. */
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
      // The thread that made it has ended, and the list names no owner: what calls or earlier lists
      // have told still holds.
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

  /** A list does not have it any more, and no call has changed it since. */
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

  /** To be called at the end of the recording: an end that is missing has ended. */
  void settle() {
    if (ended == null && missing != null) {
      ended = missing;
    }
  }

  /** Whether it is, was or may become an end of a connection. */
  boolean isOfInterest() {
    return type.hasOnePeer()
        || peerNumber.isPresent()
        || (ending != null && ending.peerQpn().isPresent());
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

  /** What the lists had, updated by what calls have set since. */
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

  /**
   * The address if only calls told of the peer: they name its GID but not the transport, so nobody
   * must rely on more than the GID.
   */
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
