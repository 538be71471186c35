// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The messages of a group's server and its clients beside those that all {@link Message}s are for:
 * who wants to be a member, who is which, and how to reach the others.
 */
public sealed interface GroupMessage extends Message {
  /**
   * A client wants to be a member of the server's group.
   *
   * @param tcpPort where it accepts connections of other members, for comparisons with TCP
   */
  record Join(int tcpPort) implements GroupMessage {
    private static final Field TCP_PORT = new Field("tcp_port", 1, 65_535);

    public Join {
      TCP_PORT.check(tcpPort);
    }

    @Override
    public void write(WireOutput out) {
      out.u16(tcpPort);
    }

    static Join read(WireInput in) throws WireException {
      return new Join(in.u16());
    }
  }

  /**
   * A member's number, and the task of all members.
   *
   * @param self its number, from 1: the server is 0
   * @param members of the group, from 2 to 64
   * @param verifies whether to check what the barrier promises
   * @param compares whether to compare it with TCP and others
   * @param iterations from 1
   * @param limitMillis how long to wait for another member at most, from 1 to a day
   */
  record Role(
      int self,
      int members,
      BarrierKind variant,
      boolean verifies,
      boolean compares,
      long iterations,
      long limitMillis)
      implements GroupMessage {
    /** How many members a group can have. */
    public static final int MOST_MEMBERS = 64;

    /** Bytes on the wire. */
    static final int BYTES = 13;

    private static final Field MEMBERS = new Field("members", 2, MOST_MEMBERS);
    private static final Field ITERATIONS = new Field("iterations", 1, Integer.MAX_VALUE);
    private static final Field LIMIT = new Field("limit_ms", 1, 86_400_000);

    public Role {
      MEMBERS.check(members);
      new Field("self", 1, members - 1L).check(self);
      ITERATIONS.check(iterations);
      LIMIT.check(limitMillis);
    }

    /** The same task for another member. */
    public Role of(int other) {
      return new Role(other, members, variant, verifies, compares, iterations, limitMillis);
    }

    @Override
    public void write(WireOutput out) {
      out.u8(self);
      out.u8(members);
      out.coded(variant);
      out.u8(verifies ? 1 : 0);
      out.u8(compares ? 1 : 0);
      out.u32(iterations);
      out.u32(limitMillis);
    }

    static Role read(WireInput in) throws WireException {
      int self = in.u8();
      int members = in.u8();
      BarrierKind variant = in.coded("variant", BarrierKind.values());
      return new Role(
          self, members, variant, in.flag("verifies"), in.flag("compares"), in.u32(), in.u32());
    }
  }

  /**
   * How a member reaches all others: the queue pair that each has for it, in the order of their
   * numbers.
   *
   * @param token that members show each other over TCP, at random
   */
  record Roster(long token, List<Peer> peers) implements GroupMessage {
    /** Bytes on the wire of one peer. */
    private static final int PEER_BYTES = 18 + QueuePairEndpoint.BYTES;

    static final int LEAST_BYTES = 9 + PEER_BYTES;
    static final int MOST_BYTES = 9 + (Role.MOST_MEMBERS - 1) * PEER_BYTES;

    private static final Field COUNT = new Field("peers", 1, Role.MOST_MEMBERS - 1L);
    private static final Field TCP_PORT = new Field("tcp_port", 1, 65_535);

    /**
     * Another member.
     *
     * @param address where it accepts TCP connections, as a GID has it; empty for the server, whose
     *     address a client knows better
     * @param tcpPort its port
     */
    public record Peer(Optional<Gid> address, int tcpPort, QueuePairEndpoint queuePair) {
      public Peer {
        TCP_PORT.check(tcpPort);
        if (!queuePair.isNumbered()) {
          throw new FieldException("qpn", "0", "2.. in ROSTER");
        }
      }

      private void write(WireOutput out) {
        out.u64(address.map(Gid::high).orElse(0L));
        out.u64(address.map(Gid::low).orElse(0L));
        out.u16(tcpPort);
        queuePair.write(out);
      }

      private static Peer read(WireInput in) throws WireException {
        long high = in.u64();
        long low = in.u64();
        Optional<Gid> address =
            high == 0 && low == 0 ? Optional.empty() : Optional.of(new Gid(high, low));
        return new Peer(address, in.u16(), QueuePairEndpoint.read(in));
      }
    }

    public Roster {
      COUNT.check(peers.size());
      peers = List.copyOf(peers);
    }

    @Override
    public void write(WireOutput out) {
      out.u64(token);
      out.u8(peers.size());
      peers.forEach(peer -> peer.write(out));
    }

    static Roster read(WireInput in) throws WireException {
      long token = in.u64();
      int count = in.u8();
      COUNT.check(count);
      in.require((long) count * PEER_BYTES);
      List<Peer> peers = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        peers.add(Peer.read(in));
      }
      return new Roster(token, peers);
    }

    /** Leaves out what would help an outsider to join the conversation. */
    @Override
    public String toString() {
      return "roster of " + peers.size() + " peers";
    }
  }
}
