// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.FleetScenes;
import org.rdmamonitor.fleet.FigureSet;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostConnections;
import org.rdmamonitor.fleet.HostId;
import org.rdmamonitor.fleet.HostState;
import org.rdmamonitor.fleet.ListedConnection;
import org.rdmamonitor.policy.Finding;

/** When an end is missing, and when that is not known. */
class FleetConnectionsTest {
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
  private static final String A = "::ffff:10.1.0.1";
  private static final String B = "::ffff:10.1.0.2";

  private final List<FleetHost> hosts = new ArrayList<>();
  private final List<HostConnections> told = new ArrayList<>();

  /** What the next host told of a moment ago. */
  private List<ListedConnection> gone = List.of();

  /** A host that is up and tells of all its connections. */
  private void host(String name, String address, ListedConnection... ends) {
    host(name, HostState.UP, 3, Optional.of(NOW.minusSeconds(600)), 0, address, ends);
  }

  private void host(
      String name,
      HostState state,
      long age,
      Optional<Instant> begin,
      long leftOut,
      String address,
      ListedConnection... ends) {
    HostId id = new HostId("job", name);
    hosts.add(
        new FleetHost(id, state, "", "0.1.0", Optional.of(NOW.minusSeconds(age)), FigureSet.NONE));
    told.add(
        new HostConnections(
            id,
            begin,
            leftOut,
            address.isEmpty() ? Set.of() : Set.of(address),
            List.of(ends),
            gone));
    gone = List.of();
  }

  private static ListedConnection end(
      int number, String address, int peer, String peerAddress, long age) {
    return FleetScenes.listed(number, address, peer, peerAddress, 1024, NOW.minusSeconds(age));
  }

  private FleetConnections joined() {
    return FleetConnections.of(
        new FleetSnapshot(NOW, "http://server", hosts, List.of()), told, Set.of());
  }

  private static List<String> rules(FleetConnections connections) {
    return connections.findings().stream().map(Finding::rule).toList();
  }

  /** What is said of the only connection. */
  private static String only(FleetConnections connections) {
    assertThat(connections.connections()).hasSize(1);
    FleetConnection one = connections.connections().getFirst();
    return one.peer().word() + (one.reason().isEmpty() ? "" : ": " + one.reason());
  }

  @Test
  void bothEndsAreKnown() {
    host("a", A, end(17, A, 331, B, 300));
    host("b", B, end(331, B, 17, A, 300));

    assertThat(only(joined())).isEqualTo("known");
    assertThat(joined().findings()).isEmpty();
    assertThat(joined().notes()).isEmpty();
  }

  @Test
  void anEndThatTheHostDoesNotHaveIsMissing() {
    host("a", A, end(17, A, 331, B, 300));
    host("b", B);

    assertThat(only(joined())).isEqualTo("missing: b has no such connection");
    assertThat(joined().findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("J1");
          // Nothing else tells that the private address is not that of another host.
          assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTICE);
        });
  }

  /** Labels are as they came: one that is no address is no reason to show nothing of the fleet. */
  @ParameterizedTest
  @ValueSource(strings = {"lid:", "lid:seven", "lid:-7", "lid:99999999999999999999"})
  void aPeerAddressThatIsNoneIsOneThatNobodyHas(String none) {
    host("a", A, end(17, A, 331, none, 300));
    host("b", B);

    assertThat(only(joined())).isEqualTo("unknown: no host has shown this address");
  }

  @Test
  void oneThatIsConnectedToAnotherIsMissingToo() {
    host("a", A, end(17, A, 331, B, 300), end(18, A, 331, B, 100));
    host("b", B, end(331, B, 18, A, 100));

    FleetConnections joined = joined();
    assertThat(joined.count(FleetConnection.Peer.KNOWN)).isEqualTo(1);
    assertThat(joined.connections().getFirst().reason())
        .isEqualTo("there it is connected to another");
    assertThat(joined.findings())
        .extracting(Finding::rule, Finding::severity)
        .containsExactly(tuple("J1", Finding.Severity.WARNING));
  }

  /** The other host was read last before the connection was made, or a moment after. */
  @Test
  void noneIsMissingBeforeItsHostIsReadAgain() {
    host("a", HostState.UP, 1, Optional.of(NOW.minusSeconds(600)), 0, A, end(17, A, 331, B, 4));
    host("b", HostState.UP, 14, Optional.of(NOW.minusSeconds(600)), 0, B);

    assertThat(only(joined())).isEqualTo("unknown: b was not read since");
    assertThat(joined().findings()).isEmpty();
  }

  /** The one end is closed, and the other was read before that, or is about to follow. */
  @Test
  void anEndThatWasThereAMomentAgoIsNotMissing() {
    host("a", A, end(17, A, 331, B, 300));
    gone = List.of(end(331, B, 17, A, 300), end(332, B, 18, A, 300));
    host("b", B);

    assertThat(only(joined())).isEqualTo("unknown: b had it until a moment ago");
    assertThat(joined().findings()).isEmpty();
  }

  /** Half a minute after its host was read without it the other end is still there. */
  @Test
  void anEndThatLeavesTheOtherBehindIsLost() {
    host("a", HostState.UP, 1, Optional.of(NOW.minusSeconds(600)), 0, A, end(17, A, 331, B, 300));
    gone = List.of(end(331, B, 17, A, 300));
    host("b", HostState.UP, 40, Optional.of(NOW.minusSeconds(600)), 0, B);

    assertThat(rules(joined())).containsExactly("J2");
  }

  @Test
  void connectionsOfWhichBothEndsAreGoneAreNoConnections() {
    gone = List.of(end(17, A, 331, B, 300));
    host("a", A);
    gone = List.of(end(331, B, 17, A, 300));
    host("b", B);

    assertThat(joined().connections()).isEmpty();
    assertThat(joined().findings()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "GONE", "STALE", "SUSPECT"})
  void ofAHostThatDoesNotAnswerNothingIsMissing(HostState state) {
    host("a", A, end(17, A, 331, B, 300), end(18, A, 332, B, 300));
    // What it told before does not hold now.
    host(
        "b",
        state,
        900,
        Optional.of(NOW.minusSeconds(3600)),
        0,
        B,
        end(331, B, 17, A, 300),
        end(332, B, 4711, A, 300));

    FleetConnections joined = joined();
    assertThat(joined.count(FleetConnection.Peer.UNKNOWN)).isEqualTo(2);
    assertThat(joined.connections())
        .allSatisfy(one -> {
          assertThat(one.peerHost()).isEqualTo("b");
          assertThat(one.reason()).startsWith("b ");
        });
    assertThat(joined.findings()).isEmpty();
    assertThat(joined.notes()).hasSize(1);
  }

  @Test
  void norOfOneThatDoesNotTellOfAll() {
    host("a", A, end(17, A, 331, B, 300));
    gone = List.of(end(331, B, 17, A, 300));
    host("b", HostState.UP, 40, Optional.of(NOW.minusSeconds(600)), 4, B);

    assertThat(only(joined())).isEqualTo("unknown: b does not tell of all its connections");
    assertThat(joined().findings()).isEmpty();
    assertThat(joined().notes())
        .containsExactly(
            "hosts that do not tell of so many connections, of which none is missed: b (4)");
  }

  @Test
  void norOfOneThatTellsOfNone() {
    host("a", A, end(17, A, 331, B, 300));
    host("b", HostState.UP, 3, Optional.empty(), 0, B);

    assertThat(only(joined())).isEqualTo("unknown: b does not tell of connections");
    assertThat(joined().findings()).isEmpty();
  }

  @Test
  void anAddressIsNobodysOnlyIfAllHostsTellTheirs() {
    host("a", A, end(17, A, 331, "::ffff:10.9.9.9", 300));
    host("b", B);
    assertThat(only(joined())).isEqualTo("unknown: no host has shown this address");
    assertThat(rules(joined())).containsExactly("J8");

    host("c", HostState.DOWN, 900, Optional.empty(), 0, "::ffff:10.1.0.3");
    assertThat(rules(joined())).containsExactly("J8");

    host("d", HostState.UP, 3, Optional.empty(), 0, "");
    assertThat(rules(joined())).isEmpty();
  }

  @Test
  void norBeforeAllAreReadAgain() {
    host("a", A, end(17, A, 331, B, 10));
    host("b", HostState.UP, 5, Optional.of(NOW.minusSeconds(600)), 0, "");

    assertThat(only(joined())).isEqualTo("unknown: no host has shown this address");
    assertThat(joined().findings()).isEmpty();
  }

  /** Two hosts have the same address by turns: neither is blamed. */
  @Test
  void anAddressOfSeveralHostsIsNobodysFault() {
    host("a", A, end(17, A, 331, B, 300));
    host("b", B);
    host("c", B);

    assertThat(only(joined())).isEqualTo("unknown: several hosts have this address");
    assertThat(joined().findings()).isEmpty();
  }

  /** LIDs are of one subnet: both ends are found, and none is missed. */
  @Test
  void byLidsBothEndsAreFound() {
    host("a", "lid:1", end(17, "lid:1", 331, "lid:2", 300), end(18, "lid:1", 9, "lid:2", 300));
    host("b", "lid:2", end(331, "lid:2", 17, "lid:1", 300));

    FleetConnections joined = joined();
    assertThat(joined.count(FleetConnection.Peer.KNOWN)).isEqualTo(1);
    assertThat(joined.count(FleetConnection.Peer.UNKNOWN)).isEqualTo(1);
    assertThat(joined.findings()).isEmpty();
  }

  @Test
  void hostsOfTheSameNameAreToldApartByTheirJobs() {
    host("a", A, end(17, A, 331, B, 300));
    HostId other = new HostId("other", "a");
    hosts.add(new FleetHost(other, HostState.UP, "", "", Optional.of(NOW), FigureSet.NONE));
    told.add(
        new HostConnections(
            other, Optional.of(NOW.minusSeconds(600)), 0, Set.of(B), List.of(), List.of()));

    assertThat(only(joined())).isEqualTo("missing: a other has no such connection");
  }

  /** The end of a rail, whose device has the same numbers as those of the other rails. */
  private static ListedConnection ofRail(int rail, int own, int peer, int mtu) {
    return FleetScenes.listed(
        "mlx5_" + rail,
        17,
        "::ffff:10.%d.0.%d".formatted(rail + 1, own),
        17,
        "::ffff:10.%d.0.%d".formatted(rail + 1, peer),
        mtu,
        NOW.minusSeconds(300));
  }

  /**
   * A host of eight rails that tells of one connection on each.
   *
   * @param missing a rail that has its address and no connection, or -1
   */
  private void hostOfRails(String name, int own, int peer, int missing) {
    Set<String> addresses =
        IntStream.range(0, 8)
            .mapToObj(rail -> "::ffff:10.%d.0.%d".formatted(rail + 1, own))
            .collect(Collectors.toSet());
    List<ListedConnection> ends =
        IntStream.range(0, 8)
            .filter(rail -> rail != missing)
            .mapToObj(rail -> ofRail(rail, own, peer, 256 << rail % 4))
            .toList();
    HostId id = new HostId("job", name);
    hosts.add(new FleetHost(id, HostState.UP, "", "", Optional.of(NOW), FigureSet.NONE));
    told.add(
        new HostConnections(id, Optional.of(NOW.minusSeconds(600)), 0, addresses, ends, List.of()));
  }

  @Test
  void railsWithTheSameNumbersAreConnectionsOfTheirOwn() {
    hostOfRails("a", 1, 2, -1);
    hostOfRails("b", 2, 1, -1);

    FleetConnections joined = joined();
    assertThat(joined.count(FleetConnection.Peer.KNOWN)).isEqualTo(8);
    assertThat(joined.connections())
        .hasSize(8)
        .allSatisfy(one ->
            assertThat(one.other().orElseThrow().ownAddress()).isEqualTo(one.one().peerAddress()));
    assertThat(joined.findings()).isEmpty();
  }

  /** Nor does it take the end of another rail, though this has the same number. */
  @Test
  void whatIsMissingOnOneRailIsMissingThere() {
    hostOfRails("a", 1, 2, -1);
    hostOfRails("b", 2, 1, 3);

    FleetConnections joined = joined();
    assertThat(joined.count(FleetConnection.Peer.KNOWN)).isEqualTo(7);
    FleetConnection missing = joined.connections().getFirst();
    assertThat(missing.peer()).isEqualTo(FleetConnection.Peer.MISSING);
    assertThat(missing.reason()).isEqualTo("b has no such connection");
    assertThat(missing.one().device()).isEqualTo("mlx5_3");
    assertThat(rules(joined)).containsExactly("J1");
  }

  /** Exporters that are younger than the connections tell of numbers, and of no addresses. */
  @Test
  void ofRailsWhoseAddressesAreNotKnownNoneIsTaken() {
    hostOfRails("a", 1, 2, -1);
    HostId id = new HostId("job", "b");
    hosts.add(new FleetHost(id, HostState.UP, "", "", Optional.of(NOW), FigureSet.NONE));
    told.add(
        new HostConnections(
            id,
            Optional.of(NOW.minusSeconds(600)),
            0,
            Set.of("::ffff:10.1.0.2", "::ffff:10.2.0.2"),
            IntStream.range(0, 2)
                .mapToObj(rail ->
                    FleetScenes.listed("mlx5_" + rail, 17, "", 17, "", 1024, NOW.minusSeconds(300)))
                .toList(),
            List.of()));

    FleetConnections joined = joined();
    assertThat(joined.count(FleetConnection.Peer.UNKNOWN))
        .isEqualTo(joined.connections().size())
        .isEqualTo(10);
    assertThat(joined.connections())
        .filteredOn(one -> one.one().peerAddress().equals("::ffff:10.1.0.2"))
        .extracting(FleetConnection::reason)
        .containsExactly("which end it is, is not clear");
    assertThat(rules(joined)).containsOnly("J8");
  }

  /** As many hosts as a server may know. */
  @Test
  void manyHostsAreJoined() {
    int many = 20_000;
    IntStream.range(0, many)
        .forEach(i -> {
          String own = "fd00::" + Integer.toHexString(i);
          String next = "fd00::" + Integer.toHexString((i + 1) % many);
          String before = "fd00::" + Integer.toHexString((i + many - 1) % many);
          host("n" + i, own, end(17, own, 18, next, 300), end(18, own, 17, before, 300));
        });

    FleetConnections joined = joined();
    assertThat(joined.count(FleetConnection.Peer.KNOWN)).isEqualTo(many);
    assertThat(joined.findings()).isEmpty();
  }
}
