// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;

/** What the connection manager's id tells of a connection that is older than the monitor. */
class PeerConnectionTest {
  private static QueuePair pair(QueuePairState state, int peer) {
    return Scenes.connected(state, 17, peer);
  }

  private static PeerConnection of(
      String linkLayer, QueuePair pair, String source, String destination) {
    LiveObject.Connection id =
        new LiveObject.Connection("CONNECT", "TCP", source, destination, OptionalInt.of(17));
    Inventory inventory =
        new Inventory(
            Instant.EPOCH.plusSeconds(1),
            List.of(
                new LiveObject(ResourceType.QP, 1, 17, 7, "app", 9, pair),
                new LiveObject(ResourceType.CM_ID, 1, 3, 7, "app", 9, id)),
            List.of());
    DeviceFacts.Port port =
        new DeviceFacts.Port(1, "ACTIVE", "LinkUp", linkLayer, "", "", Map.of());
    return PeerConnection.of(inventory, Map.of(1, new DeviceFacts(Map.of(), List.of(port))))
        .getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "Ethernet, 10.1.0.6:4000, 10.1.0.7:7174, ::ffff:10.1.0.6, ::ffff:10.1.0.7",
    "Ethernet, [fd00::6]:4000, [fd00::7]:7174, fd00::6, fd00::7",
    "Ethernet, 0.0.0.0:0, 10.1.0.7:7174, '', ::ffff:10.1.0.7",
    "Ethernet, 10.1.0.6:4000, '', '', ''",
    "Ethernet, 10.1.0.6:4000, 0.0.0.0:0, '', ''",
    "Ethernet, 127.0.0.1:4000, 127.0.0.1:7174, '', ''",
    "InfiniBand, 10.1.0.6:4000, 10.1.0.7:7174, '', ''",
    "'', 10.1.0.6:4000, 10.1.0.7:7174, '', ''"
  })
  void whereIpAddressesAreGidsItsAreThoseOfTheConnection(
      String linkLayer, String source, String destination, String own, String peer) {
    PeerConnection connection = of(linkLayer, pair(QueuePairState.RTS, 18), source, destination);

    assertThat(connection.ownGid()).isEqualTo(own);
    assertThat(connection.peerGid()).isEqualTo(peer);
    assertThat(connection.isAddressManaged()).isEqualTo(!peer.isEmpty());
    assertThat(connection.port()).hasValue(1);
    assertThat(ConnectionField.ADDRESS_BY.of(connection).isPresent()).isEqualTo(!peer.isEmpty());
    assertThat(ConnectionField.TRANSPORT.of(connection)).isEmpty();
    assertThat(ConnectionField.SERVICE_LEVEL.of(connection)).isEmpty();
  }

  @Test
  void anIdIsOnItsWayBeforeTheQueuePairIsConnected() {
    PeerConnection connection =
        of("Ethernet", pair(QueuePairState.INIT, 0), "10.1.0.6:4000", "10.1.0.7:7174");

    assertThat(connection.address()).isEmpty();
  }

  /** iWARP's do not tell the peer's number: there is none. */
  @Test
  void aStateTellsThatItIsConnectedToo() {
    PeerConnection connection =
        of("Ethernet", pair(QueuePairState.RTS, 0), "10.1.0.6:4000", "10.1.0.7:7174");

    assertThat(connection.peerGid()).isEqualTo("::ffff:10.1.0.7");
  }

  @Test
  void whatACallHasToldComesFirst() {
    Address told =
        new Address(
            Transport.ROCE_V2,
            1,
            OptionalInt.empty(),
            0,
            0,
            Optional.of(Route.between("::ffff:10.2.0.6", "::ffff:10.2.0.7", OptionalInt.empty())));
    QueuePair pair =
        pair(QueuePairState.RTS, 18)
            .with(
                QueuePairPath.leading(
                    Optional.of(QueuePairState.RTS),
                    Optional.empty(),
                    OptionalInt.of(18),
                    OptionalInt.of(1),
                    Optional.of(told),
                    OptionalInt.empty()));

    PeerConnection connection = of("Ethernet", pair, "10.1.0.6:4000", "10.1.0.7:7174");

    assertThat(connection.peerGid()).isEqualTo("::ffff:10.2.0.7");
    assertThat(connection.isAddressManaged()).isFalse();
    assertThat(ConnectionField.ADDRESS_BY.of(connection)).isEmpty();
  }

  /** What a list has of the state, and what calls have told of it. */
  private static PeerConnection inState(
      Optional<QueuePairState> listed, Optional<QueuePairState> told) {
    OptionalInt none = OptionalInt.empty();
    QueuePair pair =
        new QueuePair(QueuePairType.RC, listed, 17, none, none, none, 1, none)
            .with(
                QueuePairPath.leading(
                    told, Optional.of(Scenes.START), none, none, Optional.empty(), none));
    return new PeerConnection(
        new LiveObject(ResourceType.QP, 1, 17, 42, "app", 1, pair), pair, Optional.empty(), none);
  }

  @Test
  void sinceWhenItIsInItsStateIsKnownIfACallHasBroughtItThere() {
    Optional<QueuePairState> rts = Optional.of(QueuePairState.RTS);
    Optional<Instant> start = Optional.of(Scenes.START);

    assertThat(inState(rts, rts).since()).isEqualTo(start);
    assertThat(inState(Optional.empty(), rts).state()).isEqualTo(rts);
    assertThat(inState(Optional.empty(), rts).since()).isEqualTo(start);
    assertThat(inState(Optional.of(QueuePairState.ERR), rts).state()).hasValue(QueuePairState.ERR);
    assertThat(inState(Optional.of(QueuePairState.ERR), rts).since())
        .as("the device has done that")
        .isEmpty();
  }
}
