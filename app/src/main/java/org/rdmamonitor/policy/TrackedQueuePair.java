// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;

/**
 * A queue pair as its calls and the kernel's list tell of it. One object stands for it from
 * creation to end; a later queue pair of the same number is another object.
 */
public final class TrackedQueuePair {
  private final int device;
  private final int qpn;
  private int pid;
  private String comm;
  private long cgroup;
  private boolean kernel;
  private QueuePairType type = QueuePairType.UNKNOWN;
  private OptionalInt pdn = OptionalInt.empty();
  private Optional<QueuePairState> state = Optional.empty();
  private boolean stateTold;
  private Instant stateSince;
  private Instant changed;
  private Instant lastListed = Instant.EPOCH;
  private OptionalInt destinationQpn = OptionalInt.empty();
  private String destinationGid = "";
  private OptionalInt rqPsn = OptionalInt.empty();
  private OptionalInt sqPsn = OptionalInt.empty();
  private boolean firstPsns;
  private boolean live = true;

  TrackedQueuePair(ControlCall call, int qpn) {
    this.device = call.device();
    this.qpn = qpn;
    this.pid = call.caller().pid();
    this.comm = call.caller().comm();
    this.cgroup = call.caller().cgroup();
    this.kernel = call.caller().kernel();
    this.stateSince = call.time();
    this.changed = call.time();
    if (call.detail() instanceof ControlCall.QueuePairCreation creation) {
      type = creation.type();
      pdn = creation.pdn();
      state = Optional.of(QueuePairState.RESET);
    }
  }

  TrackedQueuePair(LiveObject object, Instant listed) {
    this.device = object.device();
    this.qpn = object.id();
    this.pid = object.pid();
    this.comm = object.owner();
    this.cgroup = object.cgroup();
    this.kernel = object.cgroup() == Cgroup.KERNEL_ID;
    this.stateSince = listed;
    this.changed = Instant.EPOCH;
    list(object, listed);
  }

  /** Takes over what a successful call changed. */
  void change(QueuePairChange change, Instant time) {
    changed = time;
    if (change.has(QueuePairChange.STATE)) {
      change.state().ifPresent(asked -> enter(asked, time));
    }
    if (change.has(QueuePairChange.DESTINATION_QPN)) {
      destinationQpn = OptionalInt.of(change.destinationQpn());
    }
    if (change.has(QueuePairChange.ADDRESS)) {
      destinationGid = change.destinationGid();
    }
    if (change.has(QueuePairChange.RQ_PSN)) {
      rqPsn = OptionalInt.of(change.rqPsn());
      firstPsns = true;
    }
    if (change.has(QueuePairChange.SQ_PSN)) {
      sqPsn = OptionalInt.of(change.sqPsn());
      firstPsns = true;
    }
  }

  private void enter(QueuePairState next, Instant time) {
    stateTold = true;
    if (!state.equals(Optional.of(next))) {
      state = Optional.of(next);
      stateSince = time;
    }
    if (next == QueuePairState.RESET) {
      destinationQpn = OptionalInt.empty();
      destinationGid = "";
      rqPsn = OptionalInt.empty();
      sqPsn = OptionalInt.empty();
      firstPsns = false;
    }
  }

  /** Takes over what the kernel's list has, except what a later call has changed. */
  void list(LiveObject object, Instant listed) {
    lastListed = listed;
    if (object.pid() != 0 && object.isOwned()) {
      pid = object.pid();
      comm = object.owner();
      cgroup = object.cgroup();
    }
    if (object.detail() instanceof LiveObject.QueuePair listedPair && changed.isBefore(listed)) {
      type = listedPair.type() == QueuePairType.UNKNOWN ? type : listedPair.type();
      pdn = listedPair.pdn().isPresent() ? listedPair.pdn() : pdn;
      listedPair.state().ifPresent(told -> enter(told, listed));
      destinationQpn = listedPair.rqpn().isPresent() ? listedPair.rqpn() : destinationQpn;
      if (!firstPsns) {
        rqPsn = listedPair.rqPsn();
        sqPsn = listedPair.sqPsn();
      }
    }
  }

  void end() {
    live = false;
  }

  /** Whether the list of that time has it. */
  boolean isListedAt(Instant time) {
    return lastListed.equals(time);
  }

  boolean changedBefore(Instant time) {
    return changed.isBefore(time);
  }

  public int device() {
    return device;
  }

  public int qpn() {
    return qpn;
  }

  /** The process that made it. */
  public int pid() {
    return pid;
  }

  public String comm() {
    return comm;
  }

  public long cgroup() {
    return cgroup;
  }

  public boolean isKernel() {
    return kernel;
  }

  public QueuePairType type() {
    return type;
  }

  public OptionalInt pdn() {
    return pdn;
  }

  public Optional<QueuePairState> state() {
    return state;
  }

  /** When it entered its state, or was first seen in it. */
  public Instant stateSince() {
    return stateSince;
  }

  public OptionalInt destinationQpn() {
    return destinationQpn;
  }

  /** The peer's address; empty where it is not known. */
  public String destinationGid() {
    return destinationGid;
  }

  /** The first one if {@link #hasFirstPsns()}, else the one in the latest list. */
  public OptionalInt rqPsn() {
    return rqPsn;
  }

  /** The first one if {@link #hasFirstPsns()}, else the one in the latest list. */
  public OptionalInt sqPsn() {
    return sqPsn;
  }

  /** Whether the sequence numbers are those that the connection began with. */
  public boolean hasFirstPsns() {
    return firstPsns;
  }

  public boolean isLive() {
    return live;
  }

  /** Whether it accepts packets of a peer. */
  public boolean isConnected() {
    return live
        && state
            .map(s ->
                switch (s) {
                  case RTR, RTS, SQD, SQE -> true;
                  case RESET, INIT, ERR -> false;
                })
            .orElse(false);
  }

  /**
   * Whether it waits for a peer: it would be connected if it had one. That its creation is all that
   * is known of it is not enough, since not every kernel tells of changes.
   */
  public boolean isUnconnected() {
    return stateTold
        && state.filter(s -> s == QueuePairState.RESET || s == QueuePairState.INIT).isPresent()
        && switch (type) {
          case RC, UC, UD, RAW_PACKET, XRC_INI, XRC_TGT -> true;
          case SMI, GSI, RAW_IPV6, RAW_ETHERTYPE, DRIVER, UNKNOWN -> false;
        };
  }

  /**
   * Whether its type is one that connects it to one peer, with sequence numbers that the receiver
   * checks: RC or UC.
   */
  public boolean isReliableOrUnreliableConnection() {
    return type == QueuePairType.RC || type == QueuePairType.UC;
  }
}
