// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.JoinScenes;
import org.rdmamonitor.JoinScenes.Numbers;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.RecordedHost.Settings;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.call.EndCause;

/** Joins the recordings of two or more hosts, and looks at which ends were paired. */
class JoinerTest {
  private final JoinScenes scene = new JoinScenes();
  private final RecordedHost node1 = scene.node1;
  private final RecordedHost node2 = scene.node2;
  private final RecordedHost node3 = scene.node3;

  private static List<Numbers> numbers(JoinedHosts joined) {
    return joined.pairs().stream()
        .map(pair -> new Numbers(pair.one().number(), pair.other().number()))
        .toList();
  }

  @Test
  void theEndsThatNameEachOtherAreOneConnection() {
    Numbers first = scene.connect(node1, node2, 2);
    Numbers second = scene.connect(node1, node2, 3);

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(numbers(joined)).containsExactly(first, second);
    assertThat(joined.lone()).isEmpty();
  }

  @Test
  void clocksAreAsFarApartAsTheyAreWithinWhatTheConnectionsAllow() {
    for (int i = 0; i < 20; i++) {
      scene.connect(node1, node2, 1 + i * 0.2);
    }

    HostClock clock = JoinScenes.join(0, 8, node1, node2).clocks().getLast();

    Duration within = clock.within().orElseThrow();
    assertThat(clock.ahead().minusMillis(3200).abs()).isLessThanOrEqualTo(within);
    // Half of the time that both ends took to be connected.
    assertThat(within)
        .isLessThanOrEqualTo(Duration.ofMillis(Math.round(JoinScenes.SETUP * 1000)))
        .isPositive();
    assertThat(clock.connections()).isEqualTo(20);
    assertThat(clock.agreeing()).isEqualTo(20);
  }

  @Test
  void connectionsThatTookLongBoundItLess() {
    Settings settings = scene.settings();
    int one = node1.make(1);
    int other = node2.make(2);
    node1.connect(3, one, node2.gid(), other, settings);
    node2.connect(4, other, node1.gid(), one, JoinScenes.back(settings));

    HostClock clock = JoinScenes.join(0, 8, node1, node2).clocks().getLast();

    // Made and connected two seconds apart at both ends: 1 s before and 3 s after, by true time.
    assertThat(clock.within().orElseThrow())
        .isBetween(Duration.ofMillis(1999), Duration.ofSeconds(2));
    assertThat(clock.ahead().minusMillis(3200).abs()).isLessThanOrEqualTo(clock.within().get());
  }

  @Test
  void aClockThatWasSetMeanwhileIsTakenAsMostConnectionsHaveIt() {
    for (int i = 0; i < 9; i++) {
      scene.connect(node1, node2, 1 + i * 0.2);
    }
    RecordedHost set = new RecordedHost("node2", "10.1.0.7", Duration.ofMillis(3700), 77, "b", 900);
    scene.connect(node1, set, 5);
    HostLog log = new HostLog(1, 100);
    node2.samples(0, 4).forEach(log::add);
    set.samples(4, 8).forEach(log::add);

    HostClock clock =
        Joiner.join(List.of(JoinScenes.log(0, node1, 0, 8), log.record("node2", "node2.rec")))
            .clocks()
            .getLast();

    assertThat(clock.connections()).isEqualTo(10);
    assertThat(clock.agreeing()).isEqualTo(9);
    assertThat(clock.ahead().minusMillis(3200).abs())
        .isLessThanOrEqualTo(clock.within().orElseThrow());
  }

  @Test
  void aHostIsHeldAgainstTheFirstByWayOfAnother() {
    scene.connect(node1, node2, 2);
    scene.connect(node2, node3, 3);

    List<HostClock> clocks = JoinScenes.join(0, 8, node1, node2, node3).clocks();

    HostClock third = clocks.getLast();
    assertThat(third.reference()).isZero();
    assertThat(third.by()).hasValue(1);
    assertThat(third.ahead().plusMillis(1500).abs())
        .isLessThanOrEqualTo(third.within().orElseThrow());
    assertThat(third.within().get()).isGreaterThan(clocks.get(1).within().orElseThrow());
  }

  @Test
  void ofHostsWithoutConnectionsNothingIsKnown() {
    scene.connect(node1, node2, 2);

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2, node3);

    assertThat(joined.clocks().getLast()).isEqualTo(HostClock.reference(2));
    assertThat(joined.within(0, 2)).isEmpty();
    assertThat(joined.within(0, 1)).isPresent();
  }

  @Test
  void theEndOfAHostThatIsNotThereIsAlone() {
    Numbers there = scene.connect(node1, node2, 2);
    scene.connect(node1, node3, 3);

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(numbers(joined)).containsExactly(there);
    assertThat(joined.lone())
        .hasSize(1)
        .allSatisfy(lone -> {
          assertThat(lone.end().peerAddress()).isEqualTo(node3.gid());
          assertThat(lone.owner()).isEmpty();
        });
  }

  @Test
  void whatIsOfAnotherDayIsNoPeerThoughItHasTheSameNumbers() {
    Settings settings = Settings.usual(0, 0);
    scene.connect(node1, node2, 2, settings, settings);

    JoinedHosts joined =
        Joiner.join(
            List.of(JoinScenes.log(0, node1, 0, 4), JoinScenes.log(1, dayLater(settings), 0, 4)));

    assertThat(joined.overlap(0, 1)).isFalse();
    assertThat(joined.pairs()).isEmpty();
    assertThat(joined.clocks().getLast()).isEqualTo(HostClock.reference(1));
  }

  private RecordedHost dayLater(Settings settings) {
    RecordedHost later = new RecordedHost("node2", "10.1.0.7", Duration.ofDays(1), 77, "b", 300);
    int number = later.make(2);
    later.connect(2.1, number, node1.gid(), 50_000, settings);
    return later;
  }

  @Test
  void drawnSequenceNumbersTellThatAClockIsADayOff() {
    Settings settings = Settings.usual(0x123456, 0x654321);
    scene.connect(node1, node2, 2, settings, JoinScenes.back(settings));

    JoinedHosts joined =
        Joiner.join(
            List.of(
                JoinScenes.log(0, node1, 0, 4),
                JoinScenes.log(1, dayLater(JoinScenes.back(settings)), 0, 4)));

    assertThat(joined.pairs()).hasSize(1);
    assertThat(joined.overlap(0, 1)).isTrue();
    assertThat(joined.clocks().getLast().ahead().minusDays(1).abs())
        .isLessThan(Duration.ofMillis(100));
  }

  @Test
  void numbersThatAreUsedAgainBelongToThoseOfTheirTime() {
    for (int i = 0; i < 3; i++) {
      double time = 1 + 2 * i;
      node1.make(time, 60);
      node2.make(time + 0.001, 61);
      Settings settings = Settings.usual(0, 0).mtu(1024 << i);
      node1.connect(time + 0.01, 60, node2.gid(), 61, settings);
      node2.connect(time + 0.011, 61, node1.gid(), 60, settings);
      node1.end(time + 1.5, 60, EndCause.DESTROYED, 0);
      node2.end(time + 1.501, 61, EndCause.DESTROYED, 0);
    }
    scene.connect(node1, node2, 7);

    JoinedHosts joined = JoinScenes.join(0, 10, node1, node2);

    assertThat(joined.pairs()).hasSize(4);
    assertThat(joined.pairs())
        .allSatisfy(pair -> assertThat(mtu(pair.one())).isEqualTo(mtu(pair.other())));
    assertThat(joined.lone()).isEmpty();
  }

  private static int mtu(ConnectionEnd end) {
    return end.connection().pair().path().orElseThrow().mtu().orElseThrow();
  }

  @Test
  void anEndThatIsOlderThanItsMonitorIsFoundByThatOfTheOther() {
    int one = node1.make(2);
    int other = node2.had(one);
    scene.connect(node1, node2, 3);
    node1.connect(2.1, one, node2.gid(), other, Settings.usual(0, 0));

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(numbers(joined)).contains(new Numbers(one, other));
    assertThat(joined.lone()).isEmpty();
  }

  /** Both are older than their monitors, and RDMA-CM knows where they lead. */
  @Test
  void theIdsOfTheConnectionManagerTellBothAddresses() {
    int one = node1.had(300, "10.1.0.7");
    int other = node2.had(one, "10.1.0.6");

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(numbers(joined)).containsExactly(new Numbers(one, other));
    assertAddressesMeet(joined);
    assertThat(joined.pairs().getFirst().one().connection().isAddressManaged()).isTrue();
  }

  @Test
  void soIsOneOfTheFirstHost() {
    int other = node2.make(2);
    int one = node1.had(other);
    scene.connect(node1, node2, 3);
    node2.connect(2.1, other, node1.gid(), one, Settings.usual(0, 0));

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(numbers(joined)).contains(new Numbers(one, other));
    assertThat(joined.lone()).isEmpty();
  }

  @Test
  void ofOneNumberWithOnePeerTheLastUsesAreKnownAndOfTheOthersNothingIsSaid() {
    for (int i = 0; i < 40; i++) {
      double time = 1 + i * 6;
      node1.make(time, 60);
      node2.make(time, 61);
      node1.connect(time + 0.01, 60, node2.gid(), 61, Settings.usual(0, 0));
      node2.connect(time + 0.011, 61, node1.gid(), 60, Settings.usual(0, 0));
      node1.end(time + 5.5, 60, EndCause.DESTROYED, 0);
      node2.end(time + 5.5, 61, EndCause.DESTROYED, 0);
    }
    scene.connect(node1, node2, 2);

    JoinedHosts joined = JoinScenes.join(0, 250, node1, node2);

    assertThat(joined.pairs()).hasSize(17);
    assertThat(
            joined.pairs().stream()
                .flatMap(pair -> pair.one().life().connected().stream())
                .filter(time -> time.isBefore(Scenes.START.plusSeconds(140))))
        .hasSize(1);
    assertThat(joined.lone()).hasSize(48).allSatisfy(lone -> assertThat(lone.owner()).isEmpty());
  }

  /** Two hosts do the same, with the same numbers, at the same time. */
  @Test
  void addressesOfTheLoopbackAreThoseOfEachHost() {
    RecordedHost twin = new RecordedHost("twin", "10.1.0.9", Duration.ZERO, 42, "a", 50_000);
    for (RecordedHost host : List.of(twin, node1)) {
      host.has("::ffff:127.0.0.1");
      int one = host.make(2);
      int other = host.make(2);
      host.connect(2.01, one, "::ffff:127.0.0.1", other, Settings.usual(0, 0));
      host.connect(2.01, other, "::ffff:127.0.0.1", one, Settings.usual(0, 0));
    }

    JoinedHosts joined = JoinScenes.join(0, 8, node1, twin);

    assertThat(joined.pairs())
        .hasSize(2)
        .allSatisfy(pair -> assertThat(pair.one().host()).isEqualTo(pair.other().host()));
    assertThat(joined.owners()).isEmpty();
  }

  @Test
  void aClockThatWasSetIsToldByTheOtherClock() {
    node2.setClock(5.5, Duration.ofSeconds(-30));
    scene.connect(node1, node2, 2);

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(joined.hosts().getFirst().isClockSet()).isFalse();
    assertThat(joined.hosts().getLast().clockSet()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void connectionsWithinAHostHaveTwoEndsToo() {
    Numbers numbers = scene.connect(node1, node1, 2);

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(numbers(joined)).containsExactly(numbers);
    assertThat(joined.within(0, 0)).isEqualTo(Optional.of(Duration.ZERO));
  }

  @Test
  void connectionsThatCameAndWentBetweenTwoReadingsAreKnownByTheirCalls() {
    Numbers numbers = scene.connect(node1, node2, 2.1);
    node1.end(2.3, numbers.one(), EndCause.KILLED, 9);
    node2.end(2.4, numbers.other(), EndCause.DESTROYED, 0);

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(numbers(joined)).containsExactly(numbers);
    ConnectionEnd end = joined.pairs().getFirst().one();
    assertThat(end.life().ending().orElseThrow().cause()).isEqualTo(EndCause.KILLED);
    assertThat(end.ownAddress()).isEqualTo(node1.gid());
  }

  @Test
  void aQueuePairThatIsConnectedAnewIsAnEndOfTwoConnections() {
    Numbers numbers = scene.connect(node1, node2, 2);
    Settings settings = scene.settings();
    int third = node3.make(5);
    node1.reset(5, numbers.one());
    node1.connect(6.2, numbers.one(), node3.gid(), third, settings);
    node3.connect(6.201, third, node1.gid(), numbers.one(), JoinScenes.back(settings));
    node1.end(6.4, numbers.one(), EndCause.DESTROYED, 0);

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2, node3);

    assertThat(numbers(joined)).containsExactly(numbers, new Numbers(numbers.one(), third));
    assertThat(joined.pairs())
        .extracting(pair -> pair.one().life().ending().isPresent())
        .containsExactly(false, true);
    assertThat(joined.lone()).isEmpty();
  }

  @Test
  void noMoreEndsAreKeptThanThereIsRoomForTheOldestGoneFirst() {
    for (int i = 0; i < 40; i++) {
      Numbers numbers = scene.connect(node1, node2, 1 + i * 0.1);
      node1.end(1.05 + i * 0.1, numbers.one(), EndCause.DESTROYED, 0);
    }
    HostLog log = new HostLog(0, 10);
    node1.samples(0, 8).forEach(log::add);

    HostRecord record = log.record("node1", "node1.rec");

    assertThat(record.ends()).hasSize(10);
    assertThat(record.leftOut()).isEqualTo(30);
    assertThat(record.ends().getFirst().number()).isEqualTo(50_030);
    assertThat(record.ends().getLast().number()).isEqualTo(50_039);
  }

  private static final int RAILS = 8;

  /**
   * Connections with sequence numbers that programs choose, and with queue pair numbers that each
   * device uses.
   */
  private void connectRails(int rails, int number, double time) {
    for (int rail = 0; rail < rails; rail++) {
      Settings settings = Settings.usual(0, 0).mtu(256 << rail % 4);
      JoinScenes.connectRail(
          JoinScenes.rail(node1, rail, 6),
          JoinScenes.rail(node2, rail, 7),
          number,
          time + rail * 0.0001,
          settings,
          settings);
    }
  }

  private static void assertAddressesMeet(JoinedHosts joined) {
    assertThat(joined.pairs())
        .allSatisfy(pair -> {
          assertThat(pair.one().peerAddress()).isEqualTo(pair.other().ownAddress());
          assertThat(pair.other().peerAddress()).isEqualTo(pair.one().ownAddress());
        });
  }

  @Test
  void ofSeveralRailsWithTheSameNumbersEachIsAConnectionOfItsOwn() {
    for (int i = 0; i < 40; i++) {
      connectRails(RAILS, 17 + i, 1 + i * 0.1);
    }

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(joined.pairs()).hasSize(40 * RAILS);
    assertAddressesMeet(joined);
    assertThat(joined.lone()).isEmpty();
    // There is no doubt which ends belong together, so each of them tells of the clocks.
    assertThat(joined.clocks().getLast().connections()).isEqualTo(40 * RAILS);
    assertThat(joined.clocks().getLast().agreeing()).isEqualTo(40 * RAILS);
  }

  /** On each rail as many lives of one number are compared as on a single one. */
  @Test
  void usesOfANumberOnOneRailAreNotThoseOfAnother() {
    scene.connect(node1, node2, 0.5); // from this the clocks are known
    for (int i = 0; i < 16; i++) {
      connectRails(RAILS, 17, 1 + i);
      for (int rail = 0; rail < RAILS; rail++) {
        JoinScenes.rail(node1, rail, 6).end(1.5 + i, 17, EndCause.DESTROYED, 0);
        JoinScenes.rail(node2, rail, 7).end(1.5 + i, 17, EndCause.DESTROYED, 0);
      }
    }

    JoinedHosts joined = JoinScenes.join(0, 20, node1, node2);

    assertThat(joined.pairs()).hasSize(16 * RAILS + 1);
    assertAddressesMeet(joined);
  }

  /**
   * An end that is older than its monitor is on a known device, and this device has a known
   * address.
   */
  @Test
  void anOldEndIsThatOfItsRail() {
    JoinScenes.rail(node2, 1, 7);
    int first = node2.had(17);
    JoinScenes.rail(node2, 0, 7);
    node2.make(1, first);
    JoinScenes.rail(node1, 0, 6).make(1, 17);
    node1.connect(1.1, 17, node2.address(), first, Settings.usual(0, 0));
    JoinScenes.rail(node1, 1, 6).make(1, 17);
    node1.connect(1.1, 17, JoinScenes.rail(node2, 1, 7).address(), first, Settings.usual(0, 0));
    connectRails(2, 40, 2);

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(joined.pairs())
        .filteredOn(pair -> pair.one().number() == 17)
        .extracting(pair -> pair.one().device() + " " + pair.other().device())
        .containsExactly("rxe1 rxe1");
  }

  /** A device has several addresses, and an end may name another one than its peer uses. */
  @Test
  void anotherAddressOfTheSameDeviceLeadsToTheSameQueuePair() {
    scene.connect(node1, node2, 2);
    int one = node1.make(3);
    int other = node2.make(3);
    Settings settings = scene.settings();
    node1.connect(3.1, one, node2.gid(), other, settings);
    node2.has("fd00::7");
    node2.connect(3.1, other, node1.gid(), one, JoinScenes.back(settings));

    JoinedHosts joined = JoinScenes.join(0, 8, node1, node2);

    assertThat(numbers(joined)).contains(new Numbers(one, other));
    assertThat(joined.lone()).isEmpty();
  }

  private static final int DEVICES = 512;

  /** Each of the devices has one number again and again, and the address of all the others. */
  private static void repeat(RecordedHost host, String ip, String peer, int lives) {
    for (int life = 0; life < lives; life++) {
      for (int device = 1; device <= DEVICES; device++) {
        double time = 1 + life * 0.2 + device * 0.0001;
        host.on(device, ip).make(time, 17);
        host.connect(time + 0.05, 17, peer, 17, Settings.usual(0, 0));
        host.end(time + 0.1, 17, EndCause.DESTROYED, 0);
      }
    }
  }

  /** Of two small recordings each end could have thousands of others for its peer. */
  @Tag("long")
  @Test
  void whereAnEndMayHaveTooManyPeersNothingIsSaidOfItAndItIsNotLookedForLong() {
    int lives = 16;
    Numbers healthy = scene.connect(node1, node2, 0.5);
    repeat(node1, "10.1.0.6", node2.gid(), lives);
    repeat(node2, "10.1.0.7", node1.gid(), lives);
    List<HostRecord> records =
        List.of(JoinScenes.log(0, node1, 0, 8), JoinScenes.log(1, node2, 0, 8));
    Joiner joiner = new Joiner(records);

    JoinedHosts joined = joiner.join();

    int ends = 2 * DEVICES * lives;
    assertThat(joined.lone()).hasSize(ends).allSatisfy(lone -> assertThat(lone.owner()).isEmpty());
    assertThat(numbers(joined)).containsExactly(healthy);
    assertThat(joiner.looks()).isLessThan(ends * 2000L);
  }

  /** As two drivers make devices of one interface: their ends are told apart by their times. */
  @Test
  void devicesMayHaveOneAddress() {
    for (int i = 0; i < 16; i++) {
      for (int device = 1; device <= 2; device++) {
        JoinScenes.connectRail(
            node1.on(device, "10.1.0.6"),
            node2.on(device, "10.1.0.7"),
            17,
            1 + i + device * 0.4,
            Settings.usual(device, i),
            Settings.usual(i, device));
        node1.end(1.2 + i + device * 0.4, 17, EndCause.DESTROYED, 0);
        node2.end(1.2 + i + device * 0.4, 17, EndCause.DESTROYED, 0);
      }
    }

    JoinedHosts joined = JoinScenes.join(0, 20, node1, node2);

    assertThat(joined.pairs())
        .hasSize(32)
        .allSatisfy(pair ->
            assertThat(Joiner.psn(pair.one(), true)).isEqualTo(Joiner.psn(pair.other(), false)));
  }
}
