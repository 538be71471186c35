// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.JoinScenes;
import org.rdmamonitor.JoinScenes.Numbers;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.join.ConnectionMap.Edge;
import org.rdmamonitor.model.join.ConnectionMap.Node;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;

/** Who talks to whom, in totals. */
class ConnectionMapTest {
  private final JoinScenes scene = new JoinScenes();
  private final RecordedHost node1 = scene.node1;
  private final RecordedHost node2 = scene.node2;
  private final RecordedHost node3 = scene.node3;

  private static ConnectionMap map(Grouping by, RecordedHost... hosts) {
    return ConnectionMap.of(JoinScenes.join(0, 8, hosts), by);
  }

  /** {@code one-other connections/ended/handles}. */
  private static List<String> edges(ConnectionMap map) {
    return map.edges().stream()
        .map(edge ->
            "%s-%s %d/%d/%d"
                .formatted(
                    edge.one().name(),
                    edge.other().name(),
                    edge.connections(),
                    edge.ended(),
                    edge.handles()))
        .toList();
  }

  private static List<String> names(ConnectionMap map) {
    return map.nodes().stream().map(Node::name).toList();
  }

  @Test
  void connectionsOfTwoHostsAreAddedUpWhicheverWayTheyLead() {
    scene.connect(node1, node2, 2);
    scene.connect(node2, node1, 2.5);
    scene.connect(node3, node2, 3);
    scene.connect(node1, node1, 3);

    ConnectionMap map = map(Grouping.HOST, node1, node2, node3);

    assertThat(edges(map))
        .containsExactly("node1-node1 1/0/0", "node1-node2 2/0/0", "node2-node3 1/0/0");
  }

  /** One that has lost an end is not there, even if the other end is. */
  @Test
  void connectionsThatHaveEndedAreCountedApart() {
    scene.connect(node1, node2, 2);
    Numbers one = scene.connect(node1, node2, 3);
    node1.end(5, one.one(), EndCause.DESTROYED, 0);
    Numbers other = scene.connect(node1, node2, 3);
    node2.end(5, other.other(), EndCause.DESTROYED, 0);
    Numbers both = scene.connect(node1, node2, 3);
    node1.end(5, both.one(), EndCause.DESTROYED, 0);
    node2.end(5, both.other(), EndCause.DESTROYED, 0);

    assertThat(edges(map(Grouping.HOST, node1, node2))).containsExactly("node1-node2 1/3/0");
  }

  @Test
  void hostsWithoutConnectionsAreOnTheMapOfHostsOnly() {
    scene.connect(node2, node3, 2);

    assertThat(names(map(Grouping.HOST, node3, node2, node1)))
        .containsExactly("node1", "node2", "node3");
    assertThat(names(map(Grouping.PROCESS, node1, node2, node3)))
        .containsExactly("node2:app[77]", "node3:app[91]");
  }

  @Test
  void anEndIsDrawnToTheAddressThatItNamesIfNoHostHasIt() {
    scene.connect(node1, node3, 2);
    scene.connect(node1, node2, 2);
    Numbers ended = scene.connect(node1, node3, 3);
    node1.end(5, ended.one(), EndCause.DESTROYED, 0);

    ConnectionMap map = map(Grouping.HOST, node1, node2);

    assertThat(edges(map)).containsExactly("::ffff:10.1.0.8-node1 1/1/0", "node1-node2 1/0/0");
    assertThat(map.nodes())
        .containsExactly(
            new Node("::ffff:10.1.0.8", true), new Node("node1", false), new Node("node2", false));
  }

  @Test
  void anEndWhosePeerIsMissingIsDrawnToTheHostThatHasTheAddress() {
    scene.connect(node1, node2, 2);
    int number = node1.make(3);
    node1.connect(3.1, number, node2.gid(), 4711, scene.settings());

    assertThat(edges(map(Grouping.HOST, node1, node2))).containsExactly("node1-node2 2/0/0");
    // Whose process it would be is not known.
    assertThat(edges(map(Grouping.PROCESS, node1, node2)))
        .containsExactly(
            "::ffff:10.1.0.7-node1:app[42] 1/0/0", "node1:app[42]-node2:app[77] 1/0/0");
  }

  @Test
  void aPeerOfWhichOnlyTheNumberIsKnownIsAQuestionMark() {
    node1.had(4711);

    ConnectionMap map = map(Grouping.HOST, node1, node2);

    assertThat(edges(map)).containsExactly("?-node1 1/0/0");
    assertThat(map.nodes()).contains(new Node("?", true));
  }

  @Test
  void endsAreGroupedByWhatTheyBelongTo() {
    scene.connect(node1, node2, 2);
    scene.connect(node1, node2, 2);

    assertThat(names(map(Grouping.POD, node1, node2)))
        .containsExactly("pod " + "a".repeat(32), "pod " + "b".repeat(32));
    assertThat(names(map(Grouping.CGROUP, node1, node2)))
        .containsExactly(
            "node1:/kubepods/pod" + "a".repeat(32), "node2:/kubepods/pod" + "b".repeat(32));
    assertThat(edges(map(Grouping.USER, node1, node2)))
        .containsExactly("user 1000-user 1000 2/0/0");
    assertThat(edges(map(Grouping.JOB, node1, node2)))
        .as("who is in no job counts for the host")
        .containsExactly("node1-node2 2/0/0");
  }

  /** A host may have the name of an address. */
  @Test
  void anAddressIsAnotherNodeThanAHostOfThatName() {
    RecordedHost odd = new RecordedHost("::ffff:10.1.0.8", "10.1.0.9", Duration.ZERO, 5, "e", 100);
    scene.connect(node1, node3, 2);
    scene.connect(node1, odd, 2);

    assertThat(map(Grouping.HOST, node1, odd).edges())
        .extracting(Edge::one, Edge::connections)
        .containsExactly(
            tuple(new Node("::ffff:10.1.0.8", false), 1L),
            tuple(new Node("::ffff:10.1.0.8", true), 1L));
  }

  @Test
  void addressHandlesAreCountedByTheirPeers() {
    scene.connect(node1, node2, 2);
    JoinedHosts joined =
        Joiner.join(
            List.of(
                JoinScenes.log(0, node1, 0, 8),
                JoinScenes.log(1, node2, 0, 8),
                sender("::ffff:10.1.0.7", "::ffff:10.1.0.7", "::ffff:10.1.0.9")));

    assertThat(edges(ConnectionMap.of(joined, Grouping.HOST)))
        .containsExactly("::ffff:10.1.0.9-c 0/0/1", "c-node2 0/0/2", "node1-node2 1/0/0");
    assertThat(edges(ConnectionMap.of(joined, Grouping.PROCESS)))
        .containsExactly(
            "::ffff:10.1.0.7-c:pinger[5] 0/0/2",
            "::ffff:10.1.0.9-c:pinger[5] 0/0/1",
            "node1:app[42]-node2:app[77] 1/0/0");
    assertThat(names(ConnectionMap.of(joined, Grouping.POD)))
        .as("of a handle no user is known")
        .contains("c");
  }

  @Test
  void addressHandlesOfSeveralProcessesAreAddedUp() {
    HostRecord one = sender("::ffff:10.1.0.7", "::ffff:10.1.0.7");
    HostRecord both =
        one.with(List.of(), List.of(one.datagrams().getFirst(), one.datagrams().getFirst()));

    assertThat(
            edges(
                ConnectionMap.of(
                    Joiner.join(
                        List.of(
                            JoinScenes.log(0, node1, 0, 1), JoinScenes.log(1, node2, 0, 1), both)),
                    Grouping.HOST)))
        .containsExactly("::ffff:10.1.0.7-c 0/0/4");
  }

  /** A host whose program has address handles that lead to these peers. */
  private static HostRecord sender(String... peers) {
    List<AddressHandle> handles = new ArrayList<>();
    for (String peer : peers) {
      Address address =
          new Address(
              Transport.ROCE_V2,
              1,
              OptionalInt.empty(),
              0,
              0,
              Optional.of(Route.between("::ffff:10.1.0.10", peer, OptionalInt.empty())));
      handles.add(new AddressHandle(handles.size(), 1, 1, 5, "pinger", 100, Scenes.START, address));
    }
    HostLog log = new HostLog(2, 10);
    log.add(
        Samples.of(
            Scenes.START,
            0,
            List.of(new Device(1, "rxe0")),
            List.of(new Cgroup(100, "/pingers")),
            Map.of(),
            Map.of(),
            Health.NONE,
            List.of(),
            0,
            new Inventory(Scenes.START, List.of(), List.of(), List.of(), handles, 0),
            Map.of(),
            Cost.NONE));
    return log.record("c", "c.rec");
  }
}
