// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.QueuePairType;

/** Which ends another one may name, by the address and the number that it was told. */
class EndIndexTest {
  private static final String OURS = "::ffff:10.1.0.6";
  private static final String THEIRS = "::ffff:10.1.0.7";
  private static final String OTHERS = "::ffff:10.1.0.8";
  private static final SortedSet<Integer> NONE = new TreeSet<>();

  private static MadeEnd ours() {
    return MadeEnd.on(0, 17).at(OURS).to(THEIRS, 18);
  }

  private static MadeEnd theirs() {
    return MadeEnd.on(1, 18).at(THEIRS).to(OURS, 17);
  }

  /** The partners of the first end of the first of two hosts. */
  private static Optional<List<ConnectionEnd>> partners(HostRecord one, HostRecord other) {
    return new EndIndex(List.of(one, other)).partners(one.ends().getFirst());
  }

  private static List<ConnectionEnd> partners(MadeEnd end, MadeEnd... others) {
    return partners(MadeEnd.host("a", end), MadeEnd.host("b", others)).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "RC, RC, true",
    "RC, UC, false",
    "RC, XRC_INI, false",
    "UC, UC, true",
    "UC, RC, false",
    "XRC_INI, XRC_TGT, true",
    "XRC_INI, XRC_INI, false",
    "XRC_INI, RC, false",
    "XRC_TGT, XRC_INI, true",
    "XRC_TGT, XRC_TGT, false",
    "XRC_TGT, UC, false"
  })
  void onlyTypesThatCanTalkToEachOtherGoTogether(
      QueuePairType one, QueuePairType other, boolean together) {
    assertThat(partners(ours().of(one), theirs().of(other))).hasSize(together ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"4, 0, 64", "4, 1, -1", "3, 15, 63"})
  void ofSoManyThatNobodyCouldTellWhichNothingIsSaid(int devices, int more, int found) {
    List<MadeEnd> lives = new ArrayList<>();
    for (int device = 1; device <= devices; device++) {
      for (int life = 0; life < 16; life++) {
        lives.add(theirs().device(device));
      }
    }
    for (int life = 0; life < more; life++) {
      lives.add(theirs().device(devices + 1));
    }

    Optional<List<ConnectionEnd>> partners =
        partners(MadeEnd.host("a", ours()), MadeEnd.host("b", lives.toArray(MadeEnd[]::new)));

    assertThat(partners.map(List::size).orElse(-1)).isEqualTo(found);
  }

  @Test
  void ofOneNumberAndPeerTheLastSixteenAreKeptAndComeLatestFirst() {
    MadeEnd[] lives = new MadeEnd[17];
    for (int life = 0; life < lives.length; life++) {
      lives[life] = theirs().connected(life, life + 0.5);
    }

    List<ConnectionEnd> partners = partners(ours(), lives);

    assertThat(partners).hasSize(16);
    assertThat(partners.getFirst().life().connected()).contains(MadeEnd.time(16.5));
    assertThat(partners.getLast().life().connected()).contains(MadeEnd.time(1.5));
  }

  @Test
  void whoWasToldOfNoPeerOrNoAddressNamesNobody() {
    assertThat(partners(ours().to(THEIRS, 0), theirs())).isEmpty();
    assertThat(partners(ours().to("", 18), theirs())).isEmpty();
  }

  @Test
  void whoNamesAnotherIsNoPartner() {
    assertThat(partners(ours(), theirs().to(OURS, 19))).isEmpty();
    assertThat(partners(ours(), theirs().to(OTHERS, 17))).isEmpty();
    assertThat(partners(ours(), MadeEnd.on(1, 19).at(THEIRS).to(OURS, 17))).isEmpty();
  }

  @Test
  void aHostThatDoesNotHaveTheAddressIsNotAsked() {
    assertThat(partners(ours(), theirs().at(OTHERS))).isEmpty();
  }

  /** As one that is older than its monitor, of which lists have the number of its peer alone. */
  @Test
  void whoseAddressesAreNotKnownMayBeThePartner() {
    ConnectionEnd old = MadeEnd.on(1, 18).to("", 17).end();

    Optional<List<ConnectionEnd>> partners =
        partners(
            MadeEnd.host("a", ours()),
            MadeEnd.host("b", Map.of(THEIRS, NONE), MadeEnd.on(1, 18).to("", 17)));

    assertThat(partners.orElseThrow()).containsExactly(old);
  }

  /** Choosing one of them would be a guess. */
  @Test
  void ofTwoThatMayBeItOnTwoDevicesNoneIs() {
    HostRecord other =
        MadeEnd.host(
            "b",
            Map.of(THEIRS, NONE),
            MadeEnd.on(1, 18).to("", 17),
            MadeEnd.on(1, 18).device(2).to("", 17));

    assertThat(partners(MadeEnd.host("a", ours()), other).orElseThrow()).isEmpty();
  }

  @Test
  void theDeviceThatHasShownTheAddressDecides() {
    MadeEnd[] ends = {MadeEnd.on(1, 18).to("", 17), MadeEnd.on(1, 18).device(2).to("", 17)};

    assertThat(
            partners(
                    MadeEnd.host("a", ours()),
                    MadeEnd.host("b", Map.of(THEIRS, new TreeSet<>(List.of(2))), ends))
                .orElseThrow())
        .extracting(ConnectionEnd::device)
        .containsExactly("rxe1");
  }

  /** A device has several addresses, and each leads to all of its queue pairs. */
  @Test
  void anotherAddressOfItsDeviceLeadsToAnEndAsWell() {
    assertThat(
            partners(
                    MadeEnd.host("a", ours()),
                    MadeEnd.host(
                        "b",
                        Map.of(THEIRS, new TreeSet<>(List.of(1))),
                        MadeEnd.on(1, 18).at("fd00::7").to(OURS, 17)))
                .orElseThrow())
        .hasSize(1);
  }

  @Test
  void anAddressOfTheSameKindThatIsNotItsOwnIsElsewhere() {
    assertThat(
            partners(
                    MadeEnd.host("a", ours()),
                    MadeEnd.host(
                        "b", Map.of(THEIRS, NONE), MadeEnd.on(1, 18).at(OTHERS).to(OURS, 17)))
                .orElseThrow())
        .isEmpty();
  }

  /** InfiniBand: one end was told a GID, and the other one goes by its LID. */
  @Test
  void aGidMayLeadToAnEndThatIsKnownByItsLid() {
    MadeEnd byLid = MadeEnd.on(1, 18).at("lid:7").to("lid:6", 17);

    assertThat(
            partners(
                    MadeEnd.host("a", Map.of("lid:6", NONE), ours()),
                    MadeEnd.host("b", Map.of(THEIRS, NONE), byLid))
                .orElseThrow())
        .hasSize(1);
  }

  @Test
  void anEndOfADeviceThatCannotBeToldMayHaveAnyAddressOfItsHost() {
    MadeEnd somewhere = MadeEnd.on(1, 18).device(Device.UNKNOWN_INDEX).to("", 17);

    assertThat(
            partners(
                    MadeEnd.host("a", ours()),
                    MadeEnd.host("b", Map.of(THEIRS, new TreeSet<>(List.of(2))), somewhere))
                .orElseThrow())
        .hasSize(1);
  }

  /** It is on no device that can be told, so it does not matter which one has shown the address. */
  @Test
  void norIsItLeftOutForAnotherDeviceThatHasShownIt() {
    MadeEnd somewhere = MadeEnd.on(1, 18).device(Device.UNKNOWN_INDEX).to("", 17);
    MadeEnd elsewhere = MadeEnd.on(1, 18).device(3).at(OTHERS).to(OURS, 17);

    assertThat(
            partners(
                    MadeEnd.host("a", ours()),
                    MadeEnd.host(
                        "b", Map.of(THEIRS, new TreeSet<>(List.of(2))), somewhere, elsewhere))
                .orElseThrow())
        .containsExactly(somewhere.end());
  }

  /** It is known by its LID, and may have a GID too, but not one that its host has never shown. */
  @Test
  void whoNamesAnAddressThatTheHostDoesNotHaveNamesNoneOfItsEnds() {
    MadeEnd byLid = MadeEnd.on(0, 17).at("lid:6").to(THEIRS, 18);

    assertThat(partners(byLid, theirs().to(OTHERS, 17))).isEmpty();
    assertThat(
            partners(
                    MadeEnd.host("a", Map.of(OTHERS, NONE), byLid),
                    MadeEnd.host("b", theirs().to(OTHERS, 17)))
                .orElseThrow())
        .hasSize(1);
  }

  /** Both ends are on one host, on one device and of one number. */
  @Test
  void aQueuePairIsNotItsOwnPartner() {
    assertThat(partners(ours().to(OURS, 17), theirs())).isEmpty();
  }

  @Test
  void theLoopbackLeadsToTheSameHost() {
    MadeEnd one = MadeEnd.on(0, 17).at("::1").to("::1", 18);
    MadeEnd other = MadeEnd.on(0, 18).at("::1").to("::1", 17);
    HostRecord host = MadeEnd.host("a", one, other);
    HostRecord twin =
        MadeEnd.host(
            "b",
            MadeEnd.on(1, 17).at("::1").to("::1", 18),
            MadeEnd.on(1, 18).at("::1").to("::1", 17));

    assertThat(partners(host, twin).orElseThrow()).containsExactly(other.end());
  }

  @Test
  void bothHostsThatHaveAnAddressAreAsked() {
    HostRecord one = MadeEnd.host("a", ours());
    HostRecord twin = MadeEnd.host("c", MadeEnd.on(2, 18).at(THEIRS).to(OURS, 17));
    EndIndex index = new EndIndex(List.of(one, MadeEnd.host("b", theirs()), twin));

    assertThat(index.partners(one.ends().getFirst()).orElseThrow())
        .extracting(ConnectionEnd::host)
        .containsExactly(1, 2);
    assertThat(index.owners()).containsEntry(THEIRS, List.of(1, 2));
  }

  @Test
  void namesakesAreThoseOfTheNumberWhomeverTheyName() {
    MadeEnd waiting = MadeEnd.on(1, 18).at(THEIRS);
    MadeEnd elsewhere = theirs().to(OTHERS, 5);
    HostRecord one = MadeEnd.host("a", ours());
    HostRecord other =
        MadeEnd.host("b", waiting, MadeEnd.on(1, 19).at(THEIRS).to(OURS, 17), elsewhere);

    EndIndex.Candidates namesakes =
        new EndIndex(List.of(one, other)).namesakes(one.ends().getFirst(), 1);

    assertThat(namesakes.ends()).containsExactly(elsewhere.end(), waiting.end());
    assertThat(namesakes.isComplete()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"256, true", "257, false"})
  void ofManyUsesOfANumberNotAllAreLookedThroughWhichIsTold(int uses, boolean isComplete) {
    MadeEnd[] all = new MadeEnd[uses];
    for (int use = 0; use < uses; use++) {
      all[use] = theirs().to(OURS, 1000 + use);
    }
    HostRecord one = MadeEnd.host("a", ours());

    EndIndex.Candidates namesakes =
        new EndIndex(List.of(one, MadeEnd.host("b", all))).namesakes(one.ends().getFirst(), 1);

    assertThat(namesakes.ends()).hasSize(256);
    assertThat(namesakes.ends().getFirst().peerNumber()).hasValue(1000 + uses - 1);
    assertThat(namesakes.isComplete()).isEqualTo(isComplete);
  }

  @Test
  void whatMayBeOnOneDeviceIsACompleteAnswer() {
    HostRecord one = MadeEnd.host("a", ours());
    HostRecord other = MadeEnd.host("b", Map.of(THEIRS, NONE), MadeEnd.on(1, 18));

    EndIndex.Candidates namesakes =
        new EndIndex(List.of(one, other)).namesakes(one.ends().getFirst(), 1);

    assertThat(namesakes.ends()).hasSize(1);
    assertThat(namesakes.isComplete()).isTrue();
  }

  @Test
  void whatMayBeOnTwoDevicesIsNoCompleteAnswer() {
    HostRecord one = MadeEnd.host("a", ours());
    HostRecord other =
        MadeEnd.host("b", Map.of(THEIRS, NONE), MadeEnd.on(1, 18), MadeEnd.on(1, 18).device(2));

    EndIndex.Candidates namesakes =
        new EndIndex(List.of(one, other)).namesakes(one.ends().getFirst(), 1);

    assertThat(namesakes.ends()).isEmpty();
    assertThat(namesakes.isComplete()).isFalse();
  }
}
