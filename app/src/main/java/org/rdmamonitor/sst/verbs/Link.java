// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.verbs;

import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.Mtu;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.WorkRequests;

/** The queue pair to one peer, and what is under way on it. For one thread. */
final class Link {
  private static final int READ_BIT = 1 << 16;

  private final QueuePair pair;
  private final int peer;
  private final WorkRequests request = WorkRequests.of(1);
  private int psn;
  private long remoteStart;
  private int rkey;
  private int outstanding;

  /** A queue pair in RESET, for a peer. */
  Link(QueuePair pair, int peer) {
    this.pair = pair;
    this.peer = peer;
  }

  /** The number of the peer, of an operation's id. */
  static int peer(long id) {
    return (int) id & (READ_BIT - 1);
  }

  /** What an operation was, for people. */
  static String what(long id) {
    return (id & READ_BIT) == 0
        ? "RDMA WRITE to member " + peer(id)
        : "RDMA READ from member " + peer(id);
  }

  void initialize(int port, Set<Access> rights) {
    pair.initialize(port, rights, 0);
  }

  int number() {
    return pair.number();
  }

  /** The packet sequence number to begin with. */
  int psn(int fresh) {
    psn = fresh;
    return psn;
  }

  void connect(LocalPort place, PeerAddress other, int reads) {
    Mtu own = place.port().activeMtu();
    Mtu mtu = other.mtu().bytes() < own.bytes() ? other.mtu() : own;
    int both = Math.min(reads, other.reads());
    Connection connection =
        Connection.of(place.to(other), other.queuePair(), mtu, other.psn(), psn)
            .withReads(both, both);
    pair.readyToReceive(connection);
    pair.readyToSend(connection);
    remoteStart = other.start();
    rkey = other.rkey();
  }

  void write(long address, int lkey, int offset, int bytes, boolean isInline) {
    request.write(0, address, bytes, lkey, remoteStart + offset, rkey).inline(0, isInline);
    post(peer);
  }

  void read(long address, int lkey, int offset, int bytes) {
    request.read(0, address, bytes, lkey, remoteStart + offset, rkey).inline(0, false);
    post(peer | READ_BIT);
  }

  private void post(int id) {
    pair.postSend(request.id(0, id));
    outstanding++;
  }

  boolean isFull(int depth) {
    return outstanding == depth;
  }

  void completed() {
    outstanding--;
  }
}
