// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

/** Which host an address leads to, by the connections of which both ends are known. */
class NetworksTest {
  private static final String OURS = "::ffff:10.1.0.1";
  private static final String THEIRS = "::ffff:10.1.0.2";
  private static final String ANOTHER = "::ffff:10.1.0.3";
  private static final String GLOBAL = "2001:db8::1";
  private static final String LINK = "fe80::1";
  private static final String LINK_OF_OTHERS = "fe80::2";

  private final Networks networks = new Networks();

  /** An end on a host; an address that is not known is empty. */
  private static ConnectionEnd end(int host, String own, String peer) {
    QueuePair pair = Scenes.connected(QueuePairState.RTS, 17, 18);
    QueuePairPath.Address address =
        new QueuePairPath.Address(
            QueuePairPath.Transport.ROCE,
            1,
            OptionalInt.empty(),
            0,
            0,
            Optional.of(QueuePairPath.Route.of(own, 1, peer, 0, 64, 0)));
    LiveObject object = new LiveObject(ResourceType.QP, 1, 17, 42, "app", 77, pair);
    return new ConnectionEnd(
        host,
        "rxe0",
        new Cgroup(77, "/pod"),
        OptionalInt.empty(),
        new PeerConnection(
            object, pair, Optional.empty(), OptionalInt.empty(), Optional.of(address)),
        new ConnectionEnd.Life(
            Optional.empty(), Optional.empty(), Instant.EPOCH, Optional.empty(), Optional.empty()));
  }

  private void connect(ConnectionEnd one, ConnectionEnd other) {
    networks.add(one, other, false);
  }

  @Test
  void aGlobalAddressLeadsToItsOwner() {
    assertThat(networks.isKnown(end(0, OURS, GLOBAL), 1)).isTrue();
  }

  @Test
  void aPrivateAddressMayBeAnothersUntilAConnectionTells() {
    ConnectionEnd end = end(0, OURS, THEIRS);
    assertThat(networks.isKnown(end, 1)).isFalse();
    assertThat(networks.isPossible(end, 1)).isTrue();

    connect(end, end(1, THEIRS, OURS));

    assertThat(networks.isKnown(end, 1)).isTrue();
    assertThat(networks.isKnown(end, 2)).as("a third host with this address").isFalse();
  }

  @Test
  void aPrivateAddressOfAHostsOwnIsItsOwn() {
    assertThat(networks.isKnown(end(0, OURS, THEIRS), 0)).isTrue();
  }

  @Test
  void hostsThatOneConnectsAreInOneNetwork() {
    connect(end(0, OURS, THEIRS), end(1, THEIRS, OURS));
    assertThat(networks.isKnown(end(0, OURS, ANOTHER), 2)).isFalse();

    connect(end(1, THEIRS, ANOTHER), end(2, ANOTHER, THEIRS));

    assertThat(networks.isKnown(end(0, OURS, ANOTHER), 2)).isTrue();
    assertThat(networks.isKnown(end(2, ANOTHER, OURS), 0)).isTrue();
    assertThat(networks.isKnown(end(3, OURS, ANOTHER), 2)).as("of another network").isFalse();
  }

  @Test
  void networksStayOneHoweverTheyWereJoined() {
    String[] addresses = {OURS, THEIRS, ANOTHER, "::ffff:10.1.0.4", "::ffff:10.1.0.5"};
    int[][] connected = {{3, 4}, {0, 1}, {2, 3}, {4, 3}, {1, 2}, {0, 2}};
    for (int[] hosts : connected) {
      String one = addresses[hosts[0]];
      String other = addresses[hosts[1]];
      connect(end(hosts[0], one, other), end(hosts[1], other, one));
    }
    for (int from = 0; from < addresses.length; from++) {
      for (int to = 0; to < addresses.length; to++) {
        assertThat(networks.isKnown(end(from, addresses[from], addresses[to]), to))
            .as("%d to %d", from, to)
            .isTrue();
      }
    }
  }

  @Test
  void aLinkLocalAddressIsBelievedOfAConnectionThatIsProvenOnly() {
    ConnectionEnd end = end(0, LINK, LINK_OF_OTHERS);
    connect(end, end(1, LINK_OF_OTHERS, LINK));
    assertThat(networks.isKnown(end, 1)).isFalse();
    assertThat(networks.isPossible(end, 1)).isFalse();

    networks.add(end, end(1, LINK_OF_OTHERS, LINK), true);

    assertThat(networks.isKnown(end, 1)).isTrue();
    assertThat(networks.isPossible(end, 1)).isTrue();
    assertThat(networks.isPossible(end, 2)).isFalse();
    assertThat(networks.isPossible(end(1, LINK_OF_OTHERS, LINK), 0)).as("and back").isTrue();
  }

  @Test
  void linkLocalAddressesMakeNoNetwork() {
    networks.add(end(0, LINK, LINK_OF_OTHERS), end(1, LINK_OF_OTHERS, LINK), true);
    networks.add(end(1, LINK_OF_OTHERS, "fe80::3"), end(2, "fe80::3", LINK_OF_OTHERS), true);

    assertThat(networks.isKnown(end(0, LINK, "fe80::3"), 2)).isFalse();
    assertThat(networks.isKnown(end(0, LINK, LINK_OF_OTHERS), 0)).isFalse();
  }

  @Test
  void anEndThatKnowsOneAddressOnlyTellsNothingUnlessItIsProven() {
    ConnectionEnd whole = end(0, OURS, THEIRS);
    ConnectionEnd half = end(1, "", OURS);
    connect(whole, half);
    assertThat(networks.isKnown(whole, 1)).isFalse();
    connect(half, whole);
    assertThat(networks.isKnown(whole, 1)).isFalse();

    networks.add(whole, half, true);

    assertThat(networks.isKnown(whole, 1)).isTrue();
    assertThat(networks.isKnown(end(0, OURS, ANOTHER), 1)).as("no network").isFalse();
  }

  @Test
  void whoTalksToItselfIsKnown() {
    assertThat(networks.isKnown(end(0, LINK, LINK), 0)).isTrue();
    assertThat(networks.isPossible(end(0, LINK, LINK), 0)).isTrue();
  }
}
