// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a member reaches all others: the queue pair that each has for it, in the order of their
 * numbers.
 *
 * @param token that members show each other over TCP, at random
 */
public record Roster(long token, List<Peer> peers) implements Message {
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
  public MessageType type() {
    return MessageType.ROSTER;
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

  /** Without what would help somebody to join the conversation. */
  @Override
  public String toString() {
    return "roster of " + peers.size() + " peers";
  }
}
