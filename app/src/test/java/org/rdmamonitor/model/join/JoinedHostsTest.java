// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.ConnectionFilter;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.join.HostRecord.Datagrams;
import org.rdmamonitor.model.join.JoinedHosts.Namesakes;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;

/** What can be asked of hosts that are joined. */
class JoinedHostsTest {
  private static final String OURS = "::ffff:10.1.0.6";
  private static final String THEIRS = "::ffff:10.1.0.7";
  private static final String NOBODYS = "::ffff:10.1.0.9";
  private static final SortedSet<Integer> FIRST = new TreeSet<>(Set.of(1));

  /** Two hosts with a connection on each of two devices, and an end on each that has no peer. */
  private static JoinedHosts twoRails() {
    return Joiner.join(
        List.of(
            MadeEnd.host(
                "a",
                MadeEnd.on(0, 17).at(OURS).to(THEIRS, 27),
                MadeEnd.on(0, 18).device(2).at("fd00::6").to("fd00::7", 28),
                MadeEnd.on(0, 19).device(2).at("fd00::6").to(NOBODYS, 5)),
            MadeEnd.host(
                "b",
                MadeEnd.on(1, 27).at(THEIRS).to(OURS, 17),
                MadeEnd.on(1, 28).device(3).at("fd00::7").to("fd00::6", 18),
                MadeEnd.on(1, 29).at(THEIRS).to(NOBODYS, 6))));
  }

  private static ConnectionFilter onDevice(String name) {
    return new ConnectionFilter(
        Optional.of(name),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        Set.of(),
        Set.of(),
        false);
  }

  private static List<Integer> numbers(List<ConnectionEnd> ends) {
    return ends.stream().map(ConnectionEnd::number).toList();
  }

  @ParameterizedTest
  @CsvSource({"rxe1, 18, 28", "rxe2, 18, 28"})
  void aConnectionIsWantedIfEitherEndIsAndThenBothEndsAre(String device, int one, int other) {
    JoinedHosts all = twoRails();
    assertThat(all.pairs()).hasSize(2);

    JoinedHosts only = all.only(onDevice(device));

    assertThat(only.pairs())
        .extracting(pair -> pair.one().number(), pair -> pair.other().number())
        .containsExactly(tuple(one, other));
    assertThat(numbers(only.hosts().getLast().ends())).containsExactly(other);
    assertThat(numbers(only.hosts().getFirst().ends())).contains(one).doesNotContain(17);
  }

  @Test
  void endsWithoutAPeerAreWantedByThemselves() {
    JoinedHosts only = twoRails().only(onDevice("rxe1"));

    assertThat(only.lone()).extracting(lone -> lone.end().number()).containsExactly(19);
    assertThat(numbers(only.hosts().getFirst().ends())).containsExactly(18, 19);
    assertThat(only.clocks()).hasSize(2);
    assertThat(only.owners()).containsKeys(OURS, THEIRS);
  }

  @Test
  void addressHandlesAreWantedByThemselves() {
    HostRecord sender =
        MadeEnd.host("a").with(List.of(), List.of(handles("rxe0"), handles("rxe1")));
    JoinedHosts only = Joiner.join(List.of(sender)).only(onDevice("rxe1"));

    assertThat(only.hosts().getFirst().datagrams())
        .extracting(Datagrams::device)
        .containsExactly("rxe1");
  }

  private static Datagrams handles(String device) {
    Address address = new Address(Transport.IB, 1, OptionalInt.of(7), 0, 0, Optional.empty());
    return new Datagrams(
        new DatagramPeer(
            new AddressHandle(1, 1, 1, 5, "app", 77, Scenes.START, address),
            OptionalInt.empty(),
            List.of()),
        device,
        new Cgroup(77, "/pod"),
        1);
  }

  @Test
  void anAddressThatTwoHostsHaveIsNobodys() {
    JoinedHosts joined =
        Joiner.join(
            List.of(
                MadeEnd.host("a", Map.of(OURS, FIRST, THEIRS, FIRST)),
                MadeEnd.host("b", Map.of(THEIRS, FIRST))));

    assertThat(joined.owner(OURS)).hasValue(0);
    assertThat(joined.owner(THEIRS)).isEmpty();
    assertThat(joined.owner(NOBODYS)).isEmpty();
  }

  @Test
  void hostsThatHaveTheSameAddressesAreToldByTheFirstOfThese() {
    JoinedHosts joined =
        Joiner.join(
            List.of(
                MadeEnd.host("a", Map.of("fd00::1", FIRST, "fd00::2", FIRST, "fd00::3", FIRST)),
                MadeEnd.host("b", Map.of("fd00::4", FIRST)),
                MadeEnd.host("c", Map.of("fd00::3", FIRST, "fd00::2", FIRST, "fd00::4", FIRST)),
                MadeEnd.host("d", Map.of("fd00::2", FIRST))));

    assertThat(joined.namesakes())
        .containsExactly(
            new Namesakes(0, 2, "fd00::2", 2),
            new Namesakes(0, 3, "fd00::2", 1),
            new Namesakes(1, 2, "fd00::4", 1),
            new Namesakes(2, 3, "fd00::2", 1));
  }

  @Test
  void hostsThatShareNoAddressAreNoNamesakes() {
    assertThat(twoRails().namesakes()).isEmpty();
  }

  /** The second clock is 3 seconds ahead, give or take one, and the third is not known. */
  private static JoinedHosts clocked() {
    HostClock second =
        new HostClock(
            0, Duration.ofSeconds(3), Optional.of(Duration.ofSeconds(1)), OptionalInt.of(0), 2, 2);
    HostClock fourth =
        new HostClock(
            0,
            Duration.ofSeconds(-2),
            Optional.of(Duration.ofMillis(500)),
            OptionalInt.of(0),
            2,
            2);
    HostClock unbounded =
        new HostClock(0, Duration.ZERO, Optional.empty(), OptionalInt.of(0), 1, 1);
    return new JoinedHosts(
        List.of(set("a", 10), set("b", 20), set("c", 0), set("d", 0), set("e", 0)),
        List.of(HostClock.reference(0), second, HostClock.reference(2), fourth, unbounded),
        List.of(),
        List.of(),
        Map.of());
  }

  /** A host whose clock was set by so many milliseconds in all. */
  private static HostRecord set(String name, long millis) {
    HostRecord host = MadeEnd.host(name);
    return new HostRecord(
        name,
        host.file(),
        host.begin(),
        host.end(),
        List.of(),
        List.of(),
        Map.of(),
        host.listed(),
        true,
        0,
        Duration.ofMillis(millis),
        false);
  }

  @Test
  void timesOfTwoHostsAreComparedByOneClock() {
    JoinedHosts joined = clocked();

    assertThat(joined.between(0, MadeEnd.time(10), 1, MadeEnd.time(15)))
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(joined.between(1, MadeEnd.time(15), 0, MadeEnd.time(10)))
        .isEqualTo(Duration.ofSeconds(-2));
    assertThat(joined.between(2, MadeEnd.time(10), 0, MadeEnd.time(15)))
        .as("if nothing tells, clocks are taken to agree")
        .isEqualTo(Duration.ofSeconds(5));
    assertThat(joined.time(1, MadeEnd.time(15))).isEqualTo(MadeEnd.time(12));
    assertThat(joined.time(3, MadeEnd.time(15))).isEqualTo(MadeEnd.time(17));
  }

  @Test
  void boundsOfTwoClocksAddUp() {
    JoinedHosts joined = clocked();

    assertThat(joined.within(1, 1)).contains(Duration.ZERO);
    assertThat(joined.within(0, 1)).contains(Duration.ofSeconds(1));
    assertThat(joined.within(1, 3)).contains(Duration.ofMillis(1500));
    assertThat(joined.within(0, 2)).as("nothing joins them").isEmpty();
    assertThat(joined.within(2, 2)).contains(Duration.ZERO);
    assertThat(joined.within(1, 4)).as("nothing bounds the one").isEmpty();
    assertThat(joined.within(4, 1)).isEmpty();
  }

  @Test
  void clocksThatWereSetAddToTheDoubt() {
    JoinedHosts joined = clocked();
    Duration unknown = Duration.ofSeconds(10);

    assertThat(joined.doubt(0, 1, unknown)).isEqualTo(Duration.ofMillis(1030));
    assertThat(joined.doubt(1, 1, unknown)).as("the same clock").isEqualTo(Duration.ofMillis(20));
    assertThat(joined.doubt(2, 1, unknown)).isEqualTo(Duration.ofMillis(10_020));
    assertThat(joined.doubt(0, 2, unknown)).isEqualTo(Duration.ofMillis(10_010));
  }

  @ParameterizedTest
  @CsvSource({"0, true", "60, true", "60.001, false", "-60, true", "-60.001, false"})
  void recordingsOverlapIfTheyHaveAMomentInCommon(double later, boolean isOverlap) {
    HostRecord one = MadeEnd.host("a");
    HostRecord other =
        new HostRecord(
            "b",
            "b.rec",
            MadeEnd.time(later),
            MadeEnd.time(later + MadeEnd.UNTIL),
            List.of(),
            List.of(),
            Map.of(),
            Optional.empty(),
            true,
            0,
            Duration.ZERO,
            false);

    assertThat(Joiner.join(List.of(one, other)).overlap(0, 1)).isEqualTo(isOverlap);
  }

  @ParameterizedTest
  @CsvSource({"999, false", "1000, true"})
  void aClockWasSetIfItWasByASecond(long millis, boolean isSet) {
    assertThat(set("a", millis).isClockSet()).isEqualTo(isSet);
  }

  @Test
  void aHostUnderAnotherNameIsTheSame() {
    HostRecord host = set("a", 5);

    assertThat(host.named("b").name()).isEqualTo("b");
    assertThat(host.named("b").named("a")).isEqualTo(host);
    assertThat(host.with(host.ends(), host.datagrams())).isEqualTo(host);
  }

  @Test
  void anEndLeadsToItsHost() {
    JoinedHosts joined = twoRails();

    assertThat(joined.host(joined.pairs().getFirst().other()).name()).isEqualTo("b");
    assertThat(joined.pairs().getFirst().one().connection().state()).contains(QueuePairState.RTS);
  }
}
