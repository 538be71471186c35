// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;

/**
 * Which connections are wanted: those that meet every condition that is set. An address handle
 * counts as UD; it has no state, and no queue pair numbers.
 *
 * @param device the name of the device
 * @param pid the process
 * @param cgroup the path of a cgroup: connections of it or below it; or a name, as {@link
 *     CgroupName#isMeant} has it
 * @param peer the peer's GID as IPv6 address text, or {@code lid:} and its LID
 * @param number a queue pair number, of either end
 * @param types any of them; none for all
 * @param states any of them; none for all
 * @param connected only those whose peer is known
 */
public record ConnectionFilter(
    Optional<String> device,
    OptionalInt pid,
    Optional<String> cgroup,
    Optional<String> peer,
    OptionalInt number,
    Set<QueuePairType> types,
    Set<QueuePairState> states,
    boolean connected) {

  public ConnectionFilter {
    types = Set.copyOf(types);
    states = Set.copyOf(states);
  }

  /**
   * Whether a queue pair or an address handle is wanted.
   *
   * @param deviceName of its device
   * @param owner its cgroup
   */
  public boolean accepts(Peering peering, String deviceName, Cgroup owner) {
    return device.map(wanted -> wanted.equals(deviceName)).orElse(true)
        && (pid.isEmpty() || pid.getAsInt() == peering.pid())
        && cgroup.map(wanted -> CgroupName.isMeant(wanted, owner)).orElse(true)
        && peer.map(wanted -> isPeer(wanted, peering)).orElse(true)
        && (!connected || peering.isPeerKnown())
        && switch (peering) {
          case PeerConnection connection ->
              (number.isEmpty() || isEnd(number.getAsInt(), connection))
                  && (types.isEmpty() || types.contains(connection.pair().type()))
                  && (states.isEmpty() || connection.state().filter(states::contains).isPresent());
          case DatagramPeer _ ->
              number.isEmpty()
                  && (types.isEmpty() || types.contains(QueuePairType.UD))
                  && states.isEmpty();
        };
  }

  private static boolean isPeer(String wanted, Peering peering) {
    OptionalInt lid = peering.peerLid();
    return wanted.equals(peering.peerGid())
        || (lid.isPresent() && wanted.equals(PeerAddress.lidText(lid.getAsInt())));
  }

  private static boolean isEnd(int number, PeerConnection connection) {
    OptionalInt peer = connection.peerQpn();
    return connection.pair().lqpn() == number || (peer.isPresent() && peer.getAsInt() == number);
  }
}
