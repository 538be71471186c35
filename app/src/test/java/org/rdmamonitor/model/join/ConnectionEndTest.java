// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.resource.QueuePairState;

/** What one end says of itself and of its peer. */
class ConnectionEndTest {
  private static final String OURS = "::ffff:10.1.0.6";
  private static final String THEIRS = "::ffff:10.1.0.7";

  @ParameterizedTest
  @CsvSource({
    "RESET, false",
    "INIT, false",
    "RTR, true",
    "RTS, true",
    "SQD, true",
    "SQE, false",
    "ERR, false"
  })
  void itIsConnectedWhileItAcceptsPackets(QueuePairState state, boolean isConnected) {
    MadeEnd end = MadeEnd.on(0, 17).in(Optional.of(state));

    assertThat(end.end().isConnected()).isEqualTo(isConnected);
    assertThat(end.ended(5).end().isConnected()).as("when it has ended").isFalse();
  }

  @Test
  void whoseStateNothingTellsIsNotCalledConnected() {
    assertThat(MadeEnd.on(0, 17).in(Optional.empty()).end().isConnected()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "::ffff:10.1.0.6, ::ffff:10.1.0.6, true",
    "::ffff:10.1.0.6, ::ffff:10.1.0.7, false",
    "::ffff:10.1.0.6, ::ffff:127.0.0.1, true",
    "::ffff:10.1.0.6, ::1, true",
    "::ffff:10.1.0.6, '', false",
    "'', '', false",
    "'', ::ffff:10.1.0.7, false",
    "lid:7, lid:7, true",
    "lid:7, lid:8, false"
  })
  void itsPeerIsOnTheSameHostIfTheAddressIsItsOwnOrThatOfEachHost(
      String own, String peer, boolean isWithin) {
    assertThat(MadeEnd.on(0, 17).at(own).to(peer, 18).end().isWithinHost()).isEqualTo(isWithin);
  }

  @Test
  void anAddressIsTheGidOrElseTheLid() {
    assertThat(ConnectionEnd.address(OURS, OptionalInt.of(7))).isEqualTo(OURS);
    assertThat(ConnectionEnd.address("", OptionalInt.of(7))).isEqualTo("lid:7");
    assertThat(ConnectionEnd.address("", OptionalInt.empty())).isEmpty();
  }

  @Test
  void bothAddressesAreNamedInTheSameWay() {
    ConnectionEnd end = MadeEnd.on(0, 17).at(OURS).to(THEIRS, 18).end();

    assertThat(end.ownAddress()).isEqualTo(OURS);
    assertThat(end.peerAddress()).isEqualTo(THEIRS);
    assertThat(end.peerNumber()).hasValue(18);
    assertThat(MadeEnd.on(0, 17).at("lid:6").to("lid:7", 18).end())
        .extracting(ConnectionEnd::ownAddress, ConnectionEnd::peerAddress)
        .containsExactly("lid:6", "lid:7");
  }
}
