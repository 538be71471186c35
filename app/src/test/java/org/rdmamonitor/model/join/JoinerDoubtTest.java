// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.model.resource.QueuePairType;

/** How certain it is which ends belong together, where an address may be that of two hosts. */
class JoinerDoubtTest {
  private static final String OURS = "::ffff:10.1.0.6";
  private static final String THEIRS = "::ffff:10.1.0.7";
  private static final SortedSet<Integer> NONE = new TreeSet<>();

  private static MadeEnd ours(String at, String to) {
    return MadeEnd.on(0, 17).at(at).to(to, 18).connected(9, 10);
  }

  private static MadeEnd theirs(String at, String to) {
    return MadeEnd.on(1, 18).at(at).to(to, 17).connected(9, 10);
  }

  private static JoinedHosts join(List<MadeEnd> ours, MadeEnd... theirs) {
    return Joiner.join(
        List.of(MadeEnd.host("a", ours.toArray(MadeEnd[]::new)), MadeEnd.host("b", theirs)));
  }

  private static List<Boolean> certain(JoinedHosts joined) {
    return joined.pairs().stream().map(ConnectionPair::certain).toList();
  }

  private static MadeEnd[] another(String own, String peer) {
    return new MadeEnd[] {
      MadeEnd.on(0, 60).at(own).to(peer, 61).connected(9, 10).psns(70_000, 80_000),
      MadeEnd.on(1, 61).at(peer).to(own, 60).connected(9, 10).psns(80_000, 70_000)
    };
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8::6, 2001:db8::7, true",
    "::ffff:192.0.2.6, ::ffff:192.0.2.7, true",
    "::ffff:10.1.0.6, ::ffff:10.1.0.7, false",
    "fd00::6, fd00::7, false"
  })
  void endsWhoseSequenceNumbersDifferAreOneConnectionForCertainIfTheirAddressesAreUnique(
      String own, String peer, boolean isCertain) {
    JoinedHosts joined = join(List.of(ours(own, peer).psns(1, 2)), theirs(peer, own).psns(3, 4));

    assertThat(certain(joined)).containsExactly(isCertain);
  }

  /** There is a network in which one of them has another peer, and one in which the other has. */
  @ParameterizedTest
  @CsvSource({"fe80::6, fe80::7", "::ffff:169.254.0.6, ::ffff:169.254.0.7", "lid:6, lid:7"})
  void endsWithAddressesOfALinkAreNoneIfTheirSequenceNumbersDiffer(String own, String peer) {
    JoinedHosts joined = join(List.of(ours(own, peer).psns(1, 2)), theirs(peer, own).psns(3, 4));

    assertThat(joined.pairs()).isEmpty();
    assertThat(joined.lone())
        .hasSize(2)
        .allSatisfy(lone -> {
          assertThat(lone.owner()).isEmpty();
          assertThat(lone.certain()).isFalse();
        });
  }

  @ParameterizedTest
  @CsvSource({
    "fe80::6, fe80::7",
    "::ffff:169.254.0.6, ::ffff:169.254.0.7",
    "lid:6, lid:7",
    "::ffff:10.1.0.6, ::ffff:10.1.0.7"
  })
  void aConnectionThatIsProvenTellsWhoseTheAddressesAre(String own, String peer) {
    MadeEnd[] proven = another(own, peer);

    JoinedHosts joined =
        join(
            List.of(proven[0], ours(own, peer).psns(1, 2)),
            proven[1],
            theirs(peer, own).psns(3, 4));

    assertThat(certain(joined)).containsExactly(true, true);
    assertThat(joined.lone()).isEmpty();
  }

  /** The other end is proven to be elsewhere, so one of two links is known only. */
  @Test
  void bothAddressesHaveToBeThoseOfTheHosts() {
    MadeEnd one = MadeEnd.on(0, 60).at("fe80::6").to("fe80::7", 61).connected(9, 10);
    MadeEnd other = MadeEnd.on(1, 61).at("fe80::7").to("fe80::66", 60).connected(9, 10);
    MadeEnd alias = MadeEnd.on(0, 62).at("fe80::66");

    JoinedHosts joined =
        join(
            List.of(one.psns(70_000, 80_000), alias, ours("fe80::6", "fe80::7").psns(1, 2)),
            other.psns(80_000, 70_000),
            theirs("fe80::7", "fe80::6").psns(3, 4));

    assertThat(joined.pairs()).noneMatch(pair -> pair.one().number() == 17);
  }

  @Test
  void sequenceNumbersThatAreNotKnownAreNoReasonForDoubt() {
    assertThat(certain(join(List.of(ours(OURS, THEIRS)), theirs(THEIRS, OURS).psns(3, 4))))
        .containsExactly(true);
    assertThat(certain(join(List.of(ours("fe80::6", "fe80::7")), theirs("fe80::7", "fe80::6"))))
        .containsExactly(true);
  }

  /** One of many numbers meets, the other way does not. */
  @ParameterizedTest
  @CsvSource({"1, 2, 2, 1, true", "1, 2, 3, 1, false", "1, 2, 2, 3, false"})
  void bothWaysHaveToMeet(int there, int awaitedBack, int back, int awaited, boolean isCertain) {
    assertThat(
            certain(
                join(
                    List.of(ours(OURS, THEIRS).psns(there, awaitedBack)),
                    theirs(THEIRS, OURS).psns(back, awaited))))
        .containsExactly(isCertain);
  }

  /** They have 24 bits; a program may give more. */
  @Test
  void whatIsBeyondTheBitsOfASequenceNumberIsNoDifference() {
    assertThat(
            certain(
                join(
                    List.of(ours(OURS, THEIRS).psns(0x7f000001, 2)),
                    theirs(THEIRS, OURS).psns(2, 1))))
        .containsExactly(true);
    assertThat(Joiner.psn(ours(OURS, THEIRS).psns(0x7f000001, -1).end(), true)).hasValue(1);
    assertThat(Joiner.psn(ours(OURS, THEIRS).psns(0x7f000001, -1).end(), false)).hasValue(0xffffff);
    assertThat(Joiner.psn(ours(OURS, THEIRS).end(), true)).isEmpty();
  }

  /** Of two that may be the peer, that one is taken whose numbers meet, though it is later. */
  @Test
  void sequenceNumbersThatMeetComeBeforeTimesThatDo() {
    JoinedHosts joined =
        join(
            List.of(ours(OURS, THEIRS).psns(1, 2)),
            theirs(THEIRS, OURS).psns(5, 5),
            theirs(THEIRS, OURS).connected(11, 14).psns(2, 1));

    assertThat(joined.pairs())
        .singleElement()
        .satisfies(pair -> assertThat(pair.other().life().connected()).contains(MadeEnd.time(14)));
  }

  @Test
  void ofTwoThatMayBeThePeerTheOneThatBeganAtTheSameTimeIs() {
    JoinedHosts joined =
        join(
            List.of(ours(OURS, THEIRS).psns(1, 2)),
            theirs(THEIRS, OURS).connected(19, 20).psns(2, 1),
            theirs(THEIRS, OURS).connected(10, 11).psns(2, 1),
            theirs(THEIRS, OURS).connected(4, 5).psns(2, 1));

    assertThat(joined.pairs())
        .singleElement()
        .satisfies(pair -> assertThat(pair.other().life().connected()).contains(MadeEnd.time(11)));
  }

  /** Nothing tells how far the clocks are apart: 5 seconds are assumed. */
  @ParameterizedTest
  @CsvSource({"25, true", "25.1, false", "5, true", "4.9, false"})
  void endsThatDidNotExistAtTheSameTimeAreNoConnection(double time, boolean isPair) {
    MadeEnd one = ours(OURS, THEIRS).connected(9, 10).ended(20);
    MadeEnd other =
        time > 10
            ? theirs(THEIRS, OURS).connected(time - 1, time).ended(40)
            : theirs(THEIRS, OURS).connected(1, 2).ended(time);
    // A second end that may be the peer too: so neither tells of the clocks.
    MadeEnd otherwise = theirs(THEIRS, OURS).connected(50, 51).ended(52);

    JoinedHosts joined = join(List.of(one), other, otherwise);

    assertThat(joined.pairs()).hasSize(isPair ? 1 : 0);
  }

  /** That of drawn numbers only: such cannot meet by chance. */
  @ParameterizedTest
  @CsvSource({
    "65536, 2, true",
    "65535, 2, false",
    "2, 65536, true",
    "70000, 70000, false",
    "0, 0, false"
  })
  void whatWasDrawnBelongsTogetherWhateverTheTimes(int there, int back, boolean isPair) {
    MadeEnd one = ours(OURS, THEIRS).connected(9, 10).ended(20).psns(there, back);
    MadeEnd other = theirs(THEIRS, OURS).connected(49, 50).psns(back, there);
    MadeEnd otherwise = theirs(THEIRS, OURS).connected(50, 51).psns(back, there);

    assertThat(join(List.of(one), other, otherwise).pairs()).hasSize(isPair ? 1 : 0);
  }

  @Test
  void aPeerThatIsMissingAtAPrivateAddressIsMissedInDoubt() {
    MadeEnd[] elsewhere = another(OURS, THEIRS);
    MadeEnd end = ours("::ffff:10.1.0.66", "::ffff:10.1.0.77");

    LoneEnd alone =
        Joiner.join(
                List.of(
                    MadeEnd.host("a", end), MadeEnd.host("b", Map.of("::ffff:10.1.0.77", NONE))))
            .lone()
            .getFirst();
    assertThat(alone.owner()).hasValue(1);
    assertThat(alone.certain()).isFalse();
    assertThat(alone.namesake()).isEmpty();

    LoneEnd known = join(List.of(elsewhere[0], ours(OURS, THEIRS)), elsewhere[1]).lone().getFirst();
    assertThat(known.owner()).hasValue(1);
    assertThat(known.certain()).isTrue();
  }

  @Test
  void ofAPeerAtAnAddressOfALinkNothingIsSaidUnlessAConnectionTells() {
    LoneEnd alone =
        join(List.of(ours("fe80::6", "fe80::7")), MadeEnd.on(1, 5).at("fe80::7")).lone().getFirst();
    assertThat(alone).isEqualTo(LoneEnd.unclear(alone.end()));

    MadeEnd[] proven = another("fe80::6", "fe80::7");
    LoneEnd known =
        join(List.of(proven[0], ours("fe80::6", "fe80::7")), proven[1]).lone().getFirst();
    assertThat(known.owner()).hasValue(1);
    assertThat(known.certain()).isTrue();
  }

  @Test
  void theQueuePairThatHasThePeersNumberIsTold() {
    JoinedHosts joined =
        Joiner.join(
            List.of(
                MadeEnd.host("a", ours("2001:db8::6", "2001:db8::7")),
                MadeEnd.host(
                    "b", MadeEnd.on(1, 18).at("2001:db8::7").to("2001:db8::9", 5).connected(9, 10)),
                MadeEnd.host("c", MadeEnd.on(2, 5).at("2001:db8::9"))));

    LoneEnd lone = joined.lone().getFirst();
    assertThat(lone.end().number()).isEqualTo(17);
    assertThat(lone.owner()).hasValue(1);
    assertThat(lone.namesake().map(ConnectionEnd::peerAddress)).contains("2001:db8::9");
    assertThat(lone.certain()).isTrue();
  }

  @Test
  void aNamesakeOfAnotherTimeIsNone() {
    JoinedHosts joined =
        join(
            List.of(ours("2001:db8::6", "2001:db8::7").ended(20)),
            MadeEnd.on(1, 18).at("2001:db8::7").to("2001:db8::6", 99).connected(30, 31));

    LoneEnd lone = joined.lone().getFirst();
    assertThat(lone.owner()).hasValue(1);
    assertThat(lone.namesake()).isEmpty();
  }

  /** Its own address may lead to the first host: no other host is known to have it. */
  @Test
  void aNamesakeThatMayNameItAtAnAddressThatNobodyShowedMakesItUnclear() {
    JoinedHosts joined =
        join(
            List.of(ours("2001:db8::6", "2001:db8::7")),
            MadeEnd.on(1, 18).at("2001:db8::7").to("2001:db8::66", 17).connected(9, 10));

    assertThat(joined.pairs()).isEmpty();
    assertThat(joined.lone())
        .filteredOn(lone -> lone.end().number() == 17)
        .containsExactly(LoneEnd.unclear(ours("2001:db8::6", "2001:db8::7").end()));
  }

  @Test
  void anAddressOfTwoHostsIsNobodys() {
    JoinedHosts joined =
        Joiner.join(
            List.of(
                MadeEnd.host("a", ours("2001:db8::6", "2001:db8::7")),
                MadeEnd.host("b", Map.of("2001:db8::7", NONE)),
                MadeEnd.host("c", Map.of("2001:db8::7", NONE))));

    assertThat(joined.lone()).extracting(LoneEnd::owner).containsExactly(OptionalInt.empty());
  }

  @Test
  void aQueuePairThatTalksToItselfMissesNobody() {
    JoinedHosts joined =
        join(List.of(MadeEnd.on(0, 17).at(OURS).to(OURS, 17)), theirs(THEIRS, OURS));

    assertThat(joined.lone()).extracting(lone -> lone.end().host()).containsExactly(1);
  }

  @Test
  void aPeerWithinTheHostIsMissedOnItAlone() {
    JoinedHosts joined =
        Joiner.join(
            List.of(
                MadeEnd.host("a", ours("::1", "::1")),
                MadeEnd.host("b", MadeEnd.on(1, 18).at("::1").to("::1", 17))));

    assertThat(joined.pairs()).isEmpty();
    assertThat(joined.lone())
        .extracting(LoneEnd::owner)
        .containsExactly(OptionalInt.of(0), OptionalInt.of(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void thePairIsOrderedByHostThenNumberThenDevice(int deviceOfTheFirst) {
    int deviceOfTheOther = 3 - deviceOfTheFirst;
    JoinedHosts joined =
        Joiner.join(
            List.of(
                MadeEnd.host(
                    "a",
                    MadeEnd.on(0, 18).at(THEIRS).device(deviceOfTheOther).to(OURS, 17),
                    MadeEnd.on(0, 17).at(OURS).device(deviceOfTheFirst).to(THEIRS, 18),
                    MadeEnd.on(0, 5).at("fd00::2").device(2).to("fd00::1", 5),
                    MadeEnd.on(0, 5).at("fd00::1").device(1).to("fd00::2", 5))));

    assertThat(joined.pairs())
        .extracting(
            pair -> pair.one().number(),
            pair -> pair.other().number(),
            pair -> pair.one().connection().device())
        .containsExactlyInAnyOrder(tuple(17, 18, deviceOfTheFirst), tuple(5, 5, 1));
  }

  @Test
  void pairsAndLoneEndsComeInTheOrderOfTheirNumbers() {
    JoinedHosts joined =
        join(
            List.of(
                MadeEnd.on(0, 20).at(OURS).to(THEIRS, 30),
                MadeEnd.on(0, 19).at(OURS).to(THEIRS, 31),
                MadeEnd.on(0, 40).at(OURS).to(THEIRS, 50),
                MadeEnd.on(0, 39).at(OURS).to(THEIRS, 51)),
            MadeEnd.on(1, 30).at(THEIRS).to(OURS, 20),
            MadeEnd.on(1, 31).at(THEIRS).to(OURS, 19));

    assertThat(joined.pairs()).extracting(pair -> pair.one().number()).containsExactly(19, 20);
    assertThat(joined.lone()).extracting(lone -> lone.end().number()).containsExactly(39, 40);
  }

  /**
   * The first end cannot tell which of two devices its peer is on, if not that whose address it
   * names; but the peer names the first end, and their sequence numbers meet.
   */
  @Test
  void anEndIsFoundFromTheOtherSideWhereTooLittleIsKnownOfIt() {
    MadeEnd peer = MadeEnd.on(1, 18).device(2).to(OURS, 17).psns(80_000, 70_000);
    JoinedHosts joined =
        Joiner.join(
            List.of(
                MadeEnd.host("a", ours(OURS, THEIRS).psns(70_000, 80_000)),
                MadeEnd.host(
                    "b",
                    Map.of(THEIRS, NONE),
                    theirs(THEIRS, OURS).psns(1, 2),
                    peer,
                    MadeEnd.on(1, 18).device(3).to(OURS, 17))));

    assertThat(joined.pairs()).extracting(ConnectionPair::other).containsExactly(peer.end());
  }

  /** It is on a host that has the address which it names, and has the number that it names. */
  @Test
  void anEndIsNotItsOwnNamesake() {
    String address = "2001:db8::9";
    LoneEnd lone =
        Joiner.join(
                List.of(
                    MadeEnd.host("a", Map.of(address, NONE), MadeEnd.on(0, 17).to(address, 17))))
            .lone()
            .getFirst();

    assertThat(lone.owner()).hasValue(0);
    assertThat(lone.namesake()).isEmpty();
  }

  @Test
  void typesThatCannotTalkToEachOtherAreNoConnection() {
    JoinedHosts joined =
        join(
            List.of(ours(OURS, THEIRS).of(QueuePairType.UC)),
            theirs(THEIRS, OURS).of(QueuePairType.RC));

    assertThat(joined.pairs()).isEmpty();
    assertThat(joined.lone()).hasSize(2);
  }

  @Test
  void onlyConnectionsWithoutDoubtTellOfClocks() {
    MadeEnd[] twins = {
      theirs(THEIRS, OURS).psns(2, 1), theirs(THEIRS, OURS).connected(10, 11).psns(2, 1)
    };
    assertThat(clock(join(List.of(ours(OURS, THEIRS).psns(1, 2)), twins)).connections()).isZero();
    assertThat(clock(join(List.of(ours(OURS, THEIRS).psns(1, 2)), twins[0])).connections())
        .isEqualTo(1);
    MadeEnd[] drawn = {theirs(THEIRS, OURS).psns(70_000, 80_000), theirs(THEIRS, OURS).psns(1, 2)};
    assertThat(clock(join(List.of(ours(OURS, THEIRS).psns(80_000, 70_000)), drawn)).connections())
        .isEqualTo(1);
  }

  private static HostClock clock(JoinedHosts joined) {
    return joined.clocks().getLast();
  }
}
