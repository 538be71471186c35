// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;

/**
 * A queue pair from when it was told of a peer until it was told of another, or ended.
 *
 * @param host the index of its host
 * @param device the name of its device
 * @param cgroup whose it is
 * @param user real user id of the caller, by the calls that were seen; empty if none was
 * @param connection as it was last known
 * @param life from when to when
 */
public record ConnectionEnd(
    int host,
    String device,
    Cgroup cgroup,
    OptionalInt user,
    PeerConnection connection,
    Life life) {

  /**
   * From when to when, by the clock of the host.
   *
   * @param bornAfter a time at which the queue pair did not exist yet; empty if it existed when the
   *     recording began
   * @param connected the first known moment at which it had been told of its peer; empty if it
   *     never was
   * @param inState since when it is known to be in its state
   * @param ended when it was gone, or was told of another peer; empty while it exists
   * @param ending why it ended; empty if that was not seen
   */
  public record Life(
      Optional<Instant> bornAfter,
      Optional<Instant> connected,
      Instant inState,
      Optional<Instant> ended,
      Optional<QueuePairEnd> ending) {}

  /** The queue pair's number. */
  public int number() {
    return connection.pair().lqpn();
  }

  /**
   * The peer's number; empty if it has none, or none that is known. Calls may have told of a peer
   * where nothing told the type.
   */
  public OptionalInt peerNumber() {
    return connection.pair().type() == QueuePairType.UNKNOWN
        ? connection.pair().path().map(QueuePairPath::peerQpn).orElse(OptionalInt.empty())
        : connection.peerQpn();
  }

  /** Its own address: a GID, or {@code lid:} and a number; empty where it is not known. */
  public String ownAddress() {
    return address(connection.ownGid(), connection.ownLid());
  }

  /** The peer's address, in the same form. */
  public String peerAddress() {
    return address(connection.peerGid(), connection.peerLid());
  }

  /** The name of an address that both ends use for it. */
  public static String address(String gid, OptionalInt lid) {
    if (!gid.isEmpty()) {
      return gid;
    }
    return lid.isPresent() ? PeerAddress.lidText(lid.getAsInt()) : "";
  }

  /** Whether its peer is on the same host, as far as the addresses tell. */
  public boolean isWithinHost() {
    String peer = peerAddress();
    return Addresses.isLoopback(peer) || (!peer.isEmpty() && peer.equals(ownAddress()));
  }

  /** Whether it accepts packets of its peer. */
  public boolean isConnected() {
    return life.ended().isEmpty()
        && connection.state().filter(QueuePairState::isEstablished).isPresent();
  }
}
