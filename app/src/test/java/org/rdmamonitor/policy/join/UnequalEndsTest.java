// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.JoinScenes;
import org.rdmamonitor.RecordedHost.Settings;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.ConnectionPair;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.policy.Finding;

/** Attributes of both ends that do not fit together, at the bounds where they just do. */
class UnequalEndsTest {
  private static final Settings USUAL = Settings.usual(70_000, 80_000);
  private static final Settings BACK = JoinScenes.back(USUAL);

  /** What is found of a connection whose ends were told this, and for certain belong together. */
  private static List<Finding> found(Settings there, Settings back) {
    return found(there, back, end -> end, end -> end);
  }

  /** The same, with other ends than were recorded. */
  private static List<Finding> found(
      Settings there,
      Settings back,
      UnaryOperator<ConnectionEnd> one,
      UnaryOperator<ConnectionEnd> other) {
    JoinScenes scene = new JoinScenes();
    scene.connect(scene.node1, scene.node2, 3, there, back);
    JoinedHosts joined = JoinScenes.join(0, 8, scene.node1, scene.node2);
    ConnectionPair pair = joined.pairs().getFirst();
    Sightings sightings = new Sightings();
    new UnequalEnds(joined, sightings)
        .see(new ConnectionPair(one.apply(pair.one()), other.apply(pair.other()), true));
    return sightings.findings();
  }

  private static Settings rnr(Settings settings, int retries, int timer) {
    return new Settings(
        settings.mtu(),
        settings.timeout(),
        settings.retries(),
        retries,
        timer,
        settings.reads(),
        settings.served(),
        settings.trafficClass(),
        settings.serviceLevel(),
        settings.sqPsn(),
        settings.rqPsn());
  }

  @Test
  void bothEndsAreNamedByWhoseTheyAreAndWhere() {
    assertThat(found(USUAL, BACK.mtu(4096)))
        .extracting(Finding::subject)
        .containsExactly(
            "pod " + "a".repeat(32) + " on node1 and pod " + "b".repeat(32) + " on node2");
  }

  /** The device may wait four times as long as the timeout says; so often it tries. */
  @ParameterizedTest
  @CsvSource({
    "14, 7, 19, false", // 8 tries
    "14, 7, 20, true",
    "14, 0, 16, false", // 1 try
    "14, 0, 17, true",
    "14, 3, 18, false", // 4 tries
    "14, 3, 19, true",
    "14, 9, 19, false", // no more than 8
    "14, 9, 20, true"
  })
  void anEndIsPatientEnoughIfItWaitsForAsLongAsItsPeerDoesOnce(
      int timeout, int retries, int peersTimeout, boolean isFound) {
    assertThat(found(USUAL.patience(timeout, retries, 7), BACK.patience(peersTimeout, 7, 7)))
        .hasSize(isFound ? 1 : 0);
  }

  @Test
  void theLongestTimeoutIsNotNoEndButMoreIs() {
    assertThat(found(USUAL, BACK.patience(31, 7, 7)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.evidence()).endsWith("(timeout 31)"));
    assertThat(found(USUAL, BACK.patience(32, 7, 7)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.evidence()).contains(", never (timeout 0)"));
    assertThat(found(USUAL, BACK.patience(1, 7, 7))).as("nor is the shortest").hasSize(1);
  }

  @Test
  void whoWaitsWithoutEndIsPatient() {
    assertThat(found(USUAL.patience(0, 0, 7), BACK.patience(0, 0, 7))).isEmpty();
  }

  /** A process that does not run for a millisecond is not to lose its connection. */
  @ParameterizedTest
  @CsvSource({
    "2, 11, true", // twice 480 us
    "3, 11, false",
    "1, 13, true", // 960 us
    "1, 14, false", // 1.28 ms
    "6, 12, false",
    "7, 1, false", // without end
    "0, 31, true",
    "1, 0, false" // 655 ms
  })
  void whoAsksAgainForAMillisecondIsPatientWithAPeerThatIsNotReady(
      int retries, int timer, boolean isFound) {
    assertThat(found(rnr(USUAL, retries, 1), rnr(BACK, 7, timer)))
        .extracting(Finding::rule)
        .isEqualTo(isFound ? List.of("J5") : List.of());
  }

  @Test
  void howLongItWaitsInBetweenIsTold() {
    assertThat(found(rnr(USUAL, 2, 1), rnr(BACK, 7, 11)))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.evidence())
                .contains("is not ready 2 times more, and", "has it wait 480 us in between"));
  }

  /** It has no acknowledgements, and so waits for none. */
  @Test
  void unreliableConnectionsHaveNoPatienceAndNoReads() {
    UnaryOperator<ConnectionEnd> unreliable = end -> Altered.with(end, QueuePairType.UC);
    Settings there = rnr(USUAL.patience(8, 1, 0), 0, 1).reads(16);

    assertThat(found(there, BACK.patience(18, 7, 7))).hasSize(3);
    assertThat(found(there, BACK.patience(18, 7, 7), unreliable, unreliable)).isEmpty();
  }

  /** One end asks, and the other only answers. */
  @Test
  void ofXrcOnlyTheInitiatorAsks() {
    UnaryOperator<ConnectionEnd> initiator = end -> Altered.with(end, QueuePairType.XRC_INI);
    UnaryOperator<ConnectionEnd> target = end -> Altered.with(end, QueuePairType.XRC_TGT);

    assertThat(found(USUAL.reads(16), BACK, initiator, target))
        .extracting(Finding::rule)
        .containsExactly("J9");
    assertThat(found(USUAL.reads(16), BACK, target, initiator)).isEmpty();
    assertThat(found(rnr(USUAL, 0, 1), BACK, initiator, target))
        .extracting(Finding::rule)
        .containsExactly("J5");
    assertThat(found(USUAL.patience(8, 1, 7), BACK.patience(18, 7, 7), initiator, target))
        .as("the target waits for no acknowledgement")
        .isEmpty();
  }

  @Test
  void aTargetOfXrcSendsWithoutSequenceNumbersOfItsOwn() {
    UnaryOperator<ConnectionEnd> initiator = end -> Altered.with(end, QueuePairType.XRC_INI);
    UnaryOperator<ConnectionEnd> target = end -> Altered.with(end, QueuePairType.XRC_TGT);
    Settings back = Settings.usual(80_007, 70_000);

    assertThat(found(USUAL, back, initiator, target)).isEmpty();
    assertThat(found(USUAL, back, target, initiator))
        .extracting(Finding::rule)
        .containsExactly("J4");
  }

  @ParameterizedTest
  @EnumSource(
      value = Transport.class,
      names = {"ROCE", "ROCE_V1", "ROCE_V2"})
  void serviceLevelsArePrioritiesOnRoceOnly(Transport transport) {
    Settings back = BACK.service(104, 4);

    assertThat(
            found(
                USUAL,
                back,
                end -> Altered.with(end, transport),
                end -> Altered.with(end, transport)))
        .extracting(Finding::rule)
        .containsExactly("J7");
  }

  /** There the subnet manager may give each way another one. */
  @ParameterizedTest
  @EnumSource(
      value = Transport.class,
      names = {"IB", "OPA", "UNKNOWN"})
  void elsewhereTheyMayDifferByTheWay(Transport transport) {
    assertThat(
            found(
                USUAL,
                BACK.service(104, 4),
                end -> Altered.with(end, transport),
                end -> Altered.with(end, transport)))
        .isEmpty();
  }

  @Test
  void asManyReadsAsThePeerServesAreNotTooMany() {
    assertThat(found(USUAL.reads(1), BACK)).isEmpty();
    assertThat(found(USUAL.reads(2), BACK)).extracting(Finding::rule).containsExactly("J9");
  }

  /** In the 24 bits that they have, the nearer way around. */
  @ParameterizedTest
  @CsvSource({"1, +1", "-1, -1", "8388607, +8388607", "8388608, -8388608", "16777215, -1"})
  void sequenceNumbersAreSoFarApart(int more, String words) {
    assertThat(found(USUAL, Settings.usual(80_000, 70_000 + more)))
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.evidence()).endsWith(": that is " + words + " from it"));
  }
}
