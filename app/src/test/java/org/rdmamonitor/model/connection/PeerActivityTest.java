// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;

class PeerActivityTest {
  private static List<PeerActivity> peers(Sample sample, List<ControlCall> calls) {
    return PeerActivity.of(Peering.of(sample.inventory(), sample.facts()), calls);
  }

  @Test
  void whatLeadsToTheSamePeerIsOne() {
    List<PeerActivity> peers = peers(Scenes.connections(), List.of());

    assertThat(peers)
        .extracting(
            peer -> peer.latest().peerGid(), PeerActivity::connections, PeerActivity::broken)
        .containsExactly(tuple("::ffff:10.77.0.2", 5L, 1L), tuple("", 2L, 0L), tuple("", 1L, 0L));
    assertThat(peers.get(1).latest().peerLid()).hasValue(7);
    assertThat(peers.getLast().latest().peerQpn()).hasValue(4711);
    assertThat(peers).allMatch(peer -> peer.calls() == 0 && peer.failed() == 0);
  }

  @Test
  void callsAreThoseAboutItsQueuePairs() {
    Sample sample = Scenes.talking();

    assertThat(peers(sample, sample.calls()))
        .extracting(PeerActivity::calls, PeerActivity::failed)
        .containsExactly(tuple(3L, 1L), tuple(1L, 0L), tuple(0L, 0L));
  }

  @Test
  void moreCallsComeBeforeMoreFailuresAndThoseBeforeMoreConnections() {
    Peering latest = peers(Scenes.connections(), List.of()).getFirst().latest();
    PeerActivity calls = new PeerActivity(latest, 1, 0, 9, 0);
    PeerActivity failures = new PeerActivity(latest, 1, 0, 8, 2);
    PeerActivity connections = new PeerActivity(latest, 7, 0, 8, 1);
    PeerActivity least = new PeerActivity(latest, 6, 6, 8, 1);

    assertThat(List.of(least, connections, failures, calls))
        .isSortedAccordingTo(PeerActivity.BUSIEST_FIRST.reversed());
  }

  @Test
  void theLatestIsThatWhichCameToBeAsItIsLast() {
    Peering latest = peers(Scenes.connections(), List.of()).getFirst().latest();

    assertThat(latest).isInstanceOf(DatagramPeer.class);
    assertThat(latest.since()).contains(Scenes.START.plusMillis(1750));
  }
}
