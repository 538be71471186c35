// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.group;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.wire.Gid;
import org.rdmamonitor.secure.wire.GroupMessage.Roster;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;

/**
 * What a server knows of the members, including itself, which is number 0. One thread at a time
 * enters members; others read what a member has told after a barrier among the threads.
 */
final class MemberTable {
  private final @Nullable JoinedMember[] members;
  private int taken = 1;

  private static final class JoinedMember {
    final InetAddress here;
    final Optional<InetAddress> there;
    final int tcpPort;
    volatile List<QueuePairEndpoint> queuePairs = List.of();

    JoinedMember(InetAddress here, Optional<InetAddress> there, int tcpPort) {
      this.here = here;
      this.there = there;
      this.tcpPort = tcpPort;
    }
  }

  MemberTable(int members) {
    this.members = new JoinedMember[members];
  }

  boolean areTaken() {
    return taken == members.length;
  }

  /**
   * Enters the next member.
   *
   * @param here the server's address of the connection
   * @param there the member's
   * @return its number
   */
  int take(InetAddress here, InetAddress there, int tcpPort) {
    members[taken] = new JoinedMember(here, Optional.of(there), tcpPort);
    return taken++;
  }

  /** Enters the server itself, when another member is entered. */
  void takeFirst(int tcpPort) {
    members[0] = new JoinedMember(here(), Optional.empty(), tcpPort);
  }

  /** This host's address of the first connection. */
  InetAddress here() {
    return member(1).here;
  }

  private JoinedMember member(int number) {
    JoinedMember member = members[number];
    if (member == null) {
      throw new IllegalStateException("member " + number + " has not joined");
    }
    return member;
  }

  /**
   * Keeps the queue pairs of a member, one for each other member in the order of their numbers.
   *
   * @throws IOException if they are too many or too few
   */
  void tell(int number, List<QueuePairEndpoint> queuePairs) throws IOException {
    if (queuePairs.size() != members.length - 1) {
      throw new IOException(
          "it sent %d queue pairs instead of %d".formatted(queuePairs.size(), members.length - 1));
    }
    if (!queuePairs.stream().allMatch(QueuePairEndpoint::isNumbered)) {
      throw new IOException("it sent a queue pair without a number");
    }
    member(number).queuePairs = queuePairs;
  }

  /** The queue pair, of those that a member told, that is for another member. */
  private QueuePairEndpoint queuePair(int of, int peer) {
    return member(of).queuePairs.get(peer < of ? peer : peer - 1);
  }

  /** What a member is told of the others. */
  List<Roster.Peer> peers(int number) {
    List<Roster.Peer> peers = new ArrayList<>();
    for (int peer = 0; peer < members.length; peer++) {
      if (peer != number) {
        JoinedMember member = member(peer);
        Optional<Gid> address = member.there.map(MemberTable::mapped);
        peers.add(new Roster.Peer(address, member.tcpPort, queuePair(peer, number)));
      }
    }
    return peers;
  }

  /** The others, as the server sees them. */
  List<Member.Other> others() {
    List<Member.Other> others = new ArrayList<>();
    for (int peer = 1; peer < members.length; peer++) {
      JoinedMember member = member(peer);
      others.add(
          new Member.Other(peer, member.there.orElseThrow(), member.tcpPort, queuePair(peer, 0)));
    }
    return others;
  }

  /** An IPv4 address as an IPv6 address has it (RFC 4291, section 2.5.5.2). */
  private static Gid mapped(InetAddress address) {
    byte[] bytes = new byte[16];
    byte[] last = address.getAddress();
    if (last.length < bytes.length) {
      bytes[10] = -1;
      bytes[11] = -1;
    }
    System.arraycopy(last, 0, bytes, bytes.length - last.length, last.length);
    return Gid.of(bytes);
  }
}
