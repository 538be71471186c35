// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.findings.Story.Program;

/** R3, R4, R5 and R7: rules about whom queue pairs are connected to, and how. */
class ConnectionRulesTest {
  private static final Program CLIENT = Program.of("client", 7);
  private static final Program OTHER = Program.of("other", 8);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Random random = new Random(3);

  @ParameterizedTest
  @EnumSource(
      value = QueuePairType.class,
      names = {"RC", "UC"})
  void r3FindsASecondConnectionToOnePeer(QueuePairType type) {
    Story story = new Story(new ClonedConnection());
    story.connect(CLIENT, story.create(CLIENT, type), Story.PEER, 0x11, 5, 6);
    assertThat(story.findings()).isEmpty();
    int copy = story.create(OTHER, type);
    story.connect(OTHER, copy, Story.PEER, 0x11, 900_000, 1_000_000);

    assertThat(story.findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("R3");
          assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
          assertThat(finding.subject()).isEqualTo(OTHER.onRxe0());
          assertThat(finding.evidence())
              .isEqualTo(
                  "queue pair 0x12 is connected to queue pair 0x11 of fe80::2, and so is 0x11 of"
                      + " client[7]");
        });
  }

  @Test
  void r3FindsACloneThatIsGoneBeforeTheSampleAndForgetsIt() {
    Story story = new Story(new ClonedConnection());
    story.connect(CLIENT, story.create(CLIENT, QueuePairType.RC), Story.PEER, 0x11, 5, 6);
    int copy = story.create(OTHER, QueuePairType.RC);
    story.connect(OTHER, copy, Story.PEER, 0x11, 5, 6).destroy(OTHER, copy);

    assertThat(story.findings()).hasSize(1);
    assertThat(story.pass(SECOND).findings()).extracting(Finding::count).containsExactly(1L);
    assertThat(story.pass(Duration.ofSeconds(60)).findings()).isEmpty();
  }

  @Test
  void r3FindsACloneBeforeItSends() {
    Story story = new Story(new ClonedConnection());
    story.connect(CLIENT, story.create(CLIENT, QueuePairType.RC), Story.PEER, 0x11, 5, 6);
    story.rtr(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 0x11, 5);

    assertThat(story.findings()).extracting(Finding::subject).containsExactly(OTHER.onRxe0());
  }

  @Test
  void r3FindsACloneAgainForAsLongAsBothAreConnected() {
    Story story = new Story(new ClonedConnection());
    int original = story.create(CLIENT, QueuePairType.RC);
    story.connect(CLIENT, original, Story.PEER, 0x11, 5, 6);
    int copy = story.create(OTHER, QueuePairType.RC);
    story.connect(OTHER, copy, Story.PEER, 0x11, 5, 6).findings();

    assertThat(story.pass(SECOND).findings()).extracting(Finding::count).containsExactly(2L);
    story.destroy(CLIENT, original).findings();
    assertThat(story.pass(SECOND).findings())
        .as("it was there until then")
        .extracting(Finding::count)
        .containsExactly(3L);
  }

  @Test
  void r3FindsACloneOfAClone() {
    Story story = new Story(new ClonedConnection());
    int original = story.create(CLIENT, QueuePairType.RC);
    story.connect(CLIENT, original, Story.PEER, 0x11, 5, 6);
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 0x11, 5, 6);
    story.destroy(CLIENT, original);
    Program third = Program.of("third", 9);
    story.connect(third, story.create(third, QueuePairType.RC), Story.PEER, 0x11, 5, 6);

    assertThat(story.findings()).extracting(Finding::subject).contains(third.onRxe0());
  }

  @Test
  void r3LeavesAloneWhoTakesThePeerOfOneThatHasAnotherNow() {
    Story story = new Story(new ClonedConnection());
    int moved = story.create(CLIENT, QueuePairType.RC);
    story.connect(CLIENT, moved, Story.PEER, 0x11, 5, 6);
    story.state(CLIENT, moved, QueuePairState.RESET);
    story.connect(CLIENT, moved, Story.PEER, 0x12, 5, 6);
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 0x11, 5, 6);

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void r3LeavesOtherPeersLoopbackAndSuccessorsAlone() {
    Story story = new Story(new ClonedConnection());
    int server = story.create(CLIENT, QueuePairType.RC);
    int client = story.create(OTHER, QueuePairType.RC);
    story.connect(CLIENT, server, Story.PEER, client, 1, 2);
    story.connect(OTHER, client, Story.PEER, server, 2, 1);
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), "fe80::3", client, 1, 2);
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 0x99, 1, 2);
    int before = story.create(CLIENT, QueuePairType.RC);
    story.connect(CLIENT, before, Story.PEER, 0x50, 1, 2).destroy(CLIENT, before);
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 0x50, 1, 2);
    int failed = story.create(CLIENT, QueuePairType.RC);
    story.connect(CLIENT, failed, Story.PEER, 0x51, 1, 2).state(CLIENT, failed, QueuePairState.ERR);
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 0x51, 1, 2);
    int mine = story.create(OTHER, QueuePairType.RC);
    story.connect(OTHER, mine, Story.PEER, 0x51, 1, 2);
    for (Program program : List.of(CLIENT, OTHER)) {
      story.connect(program, story.create(program, QueuePairType.XRC_INI), Story.PEER, 0x60, 1, 2);
      story.connect(program, story.create(program, QueuePairType.RC), "", 0x61, 1, 2);
    }
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 0x60, 1, 2);

    assertThat(story.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1065536, false", "1065535, true", "934465, true", "934464, false"})
  void r3BelievesTheListIfTheSequenceNumbersAreClose(int sqPsn, boolean found) {
    Story story = new Story(new ClonedConnection());
    story.list(
        Story.listed(CLIENT, 3, QueuePairType.RC, QueuePairState.RTS, 0x11, 70_000, 1_000_000));
    assertThat(story.findings()).isEmpty();
    story.pass(SECOND);
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 0x11, 70_000, sqPsn);

    assertThat(story.findings())
        .hasSize(found ? 1 : 0)
        .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
  }

  @Test
  void r3ForgetsWhatTheListHasNoMore() {
    Story story = new Story(new ClonedConnection());
    story.connect(CLIENT, story.create(CLIENT, QueuePairType.RC), Story.PEER, 0x11, 5, 6);
    story.findings();
    story.pass(Duration.ofSeconds(5)).list().findings();
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 0x11, 5, 6);

    assertThat(story.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"6, false", "7, true"})
  void r4FindsMoreRetriesThanTheLimit(int tries, boolean found) {
    Story story = new Story(new SequenceGuessing());
    int qpn = story.create(OTHER, QueuePairType.RC);
    for (int i = 0; i < tries; i++) {
      story.state(OTHER, qpn, QueuePairState.RESET);
      story.connect(OTHER, qpn, Story.PEER, 0x11, 5, 1000 + 256 * i);
    }

    assertThat(story.findings())
        .extracting(Finding::rule, Finding::severity, Finding::subject, Finding::evidence)
        .containsExactlyElementsOf(
            found
                ? List.of(
                    Tuple.tuple(
                        "R4",
                        Severity.CRITICAL,
                        OTHER.onRxe0(),
                        "6 tries at fe80::2 in steps of +256 (PSN sent)"))
                : List.of());
  }

  @Test
  void r4FindsTriesWithoutRtsWithNewQueuePairsAndAcrossSamples() {
    Story story = new Story(new SequenceGuessing());
    for (int i = 0; i < 8; i++) {
      int qpn = story.create(OTHER, QueuePairType.RC);
      story.state(OTHER, qpn, QueuePairState.INIT);
      story.rtr(OTHER, qpn, Story.PEER, 0x11, 0xffffff & (16 - 4 * i)).destroy(OTHER, qpn);
      story.pass(SECOND).findings();
    }

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("7 tries at fe80::2 in steps of -4 (PSN expected)");
  }

  @Test
  void r4FindsAQueuePairThatGoesThroughThePeersNumbers() {
    Story story = new Story(new SequenceGuessing());
    int qpn = story.create(OTHER, QueuePairType.RC);
    for (int i = 0; i < 7; i++) {
      story.state(OTHER, qpn, QueuePairState.RESET);
      story.connect(OTHER, qpn, Story.PEER, 0x11 + i, 5, 5);
    }

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("6 tries at fe80::2 in steps of +1 (queue pair number)");
  }

  /** The send number, which comes with a call of its own, is the same each time. */
  @Test
  void r4FindsTriesOfWhichOnlySomeGetAsFarAsSending() {
    Story story = new Story(new SequenceGuessing());
    int qpn = story.create(OTHER, QueuePairType.RC);
    for (int i = 0; i < 8; i++) {
      story.state(OTHER, qpn, QueuePairState.RESET);
      story.state(OTHER, qpn, QueuePairState.INIT);
      story.rtr(OTHER, qpn, Story.PEER, 0x11, 16 + 4 * i);
      if (i == 0) {
        story.rts(OTHER, qpn, 5);
      }
    }

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("6 tries at fe80::2 in steps of +4 (PSN expected)");
  }

  @Test
  void r4ForgetsTriesThatLieAMinuteBack() {
    Story story = new Story(new SequenceGuessing());
    int qpn = story.create(OTHER, QueuePairType.RC);
    for (int i = 0; i < 8; i++) {
      story.state(OTHER, qpn, QueuePairState.RESET);
      story.connect(OTHER, qpn, Story.PEER, 0x11, 5, 1000 + 256 * i);
      story.pass(Duration.ofSeconds(61)).findings();
    }

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void r4LeavesProgramsAloneThatConnectAgainOrOftenAtOnce() {
    Story story = new Story(new SequenceGuessing());
    for (int i = 0; i < 50; i++) { // rping, one after the other: the server's numbers count up
      int qpn = story.create(CLIENT, QueuePairType.RC);
      story.connect(CLIENT, qpn, Story.PEER, 100 + i, psn(), psn()).destroy(CLIENT, qpn);
    }
    for (int i = 0; i < 50; i++) { // the same by a program with fixed sequence numbers
      int qpn = story.create(CLIENT, QueuePairType.RC);
      story.connect(CLIENT, qpn, Story.PEER, 200 + i, 0, 0).destroy(CLIENT, qpn);
    }
    for (int i = 0; i < 50; i++) { // perftest -q 50, MPI
      int qpn = story.create(OTHER, QueuePairType.RC);
      story.connect(OTHER, qpn, Story.PEER, 300 + i, i, i);
    }
    int renewed = story.create(OTHER, QueuePairType.RC);
    for (int i = 0; i < 50; i++) { // a program that recovers from errors
      story.state(OTHER, renewed, QueuePairState.RESET);
      story.connect(OTHER, renewed, "fe80::4", 0x11, psn(), psn());
    }
    Program kernel = Program.ofKernel();
    int initiator = story.create(kernel, QueuePairType.RC);
    for (int i = 0; i < 50; i++) {
      story.state(kernel, initiator, QueuePairState.RESET);
      story.connect(kernel, initiator, "fe80::5", 0x11, i, i);
    }

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void r5GivesNoticeOfAConnectionThatStartsAtZero() {
    Story story = new Story(new FixedSequence());
    int qpn = story.create(CLIENT, QueuePairType.RC);
    story.connect(CLIENT, qpn, Story.PEER, 0x11, 4711, 0);

    assertThat(story.findings())
        .extracting(Finding::severity, Finding::subject, Finding::evidence)
        .containsExactly(Tuple.tuple(Severity.NOTICE, CLIENT.onRxe0(), "1 queue pair with PSN 0"));

    story.destroy(CLIENT, qpn).pass(SECOND);
    assertThat(story.findings()).extracting(Finding::count).containsExactly(1L);
  }

  @Test
  void r5ZeroCanBeLeftOut() {
    Story story = new Story(new FixedSequence()).limit(FindingLimit.R5_ZERO, 0);
    story.connect(CLIENT, story.create(CLIENT, QueuePairType.RC), Story.PEER, 0x11, 0, 0);

    assertThat(story.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2, sent, false", "3, sent, true", "2, expected, false", "3, expected, true"})
  void r5WarnsOfANumberThatMoreStartAtThanTheLimit(int queuePairs, String which, boolean found) {
    Story story = new Story(new FixedSequence());
    for (int i = 0; i < queuePairs; i++) {
      int qpn = story.create(CLIENT, QueuePairType.RC);
      boolean isSent = which.equals("sent");
      story.connect(
          CLIENT, qpn, Story.PEER, 0x11 + i, isSent ? psn() : 4711, isSent ? 4711 : psn());
    }

    assertThat(story.findings())
        .hasSize(found ? 1 : 0)
        .allSatisfy(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.evidence()).isEqualTo("3 queue pairs with the same PSN 4711 " + which);
        });
  }

  @Test
  void r5NamesThreeNumbersAtMost() {
    Story story = new Story(new FixedSequence());
    for (int i = 0; i < 12; i++) {
      int qpn = story.create(CLIENT, QueuePairType.RC);
      story.connect(CLIENT, qpn, Story.PEER, 0x11 + i, psn(), 1 + i % 4);
    }

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly(
            "3 queue pairs with the same PSN 1 sent; 3 queue pairs with the same PSN 2 sent;"
                + " 3 queue pairs with the same PSN 3 sent");
  }

  @Test
  void r5LeavesRandomNumbersDatagramsAndTheKernelAlone() {
    Story story = new Story(new FixedSequence());
    for (int i = 0; i < 100; i++) {
      int qpn = story.create(CLIENT, QueuePairType.RC);
      story.connect(CLIENT, qpn, Story.PEER, 0x11 + i, psn(), psn());
    }
    int datagrams = story.create(CLIENT, QueuePairType.UD);
    story.state(CLIENT, datagrams, QueuePairState.RTR).rts(CLIENT, datagrams, 0);
    Program kernel = Program.ofKernel();
    story.connect(kernel, story.create(kernel, QueuePairType.RC), Story.PEER, 0x11, 0, 0);
    story.state(CLIENT, story.create(CLIENT, QueuePairType.RC), QueuePairState.INIT);

    assertThat(story.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "4711, 1"})
  void r5BelievesTheListWhereTheDriverTellsNumbers(int othersPsn, int findings) {
    Story story = new Story(new FixedSequence());
    story.list(
        Story.listed(CLIENT, 3, QueuePairType.RC, QueuePairState.RTS, 0x11, 0, 0),
        Story.listed(OTHER, 4, QueuePairType.RC, QueuePairState.RTS, 0x12, othersPsn, othersPsn));

    assertThat(story.findings()).hasSize(findings);
  }

  @ParameterizedTest
  @CsvSource({"16, false", "17, true"})
  void r7FindsADomainThatMorePeersReachThanTheLimit(int peers, boolean found) {
    Story story = new Story(new SharedDomain());
    story.register(CLIENT, 1, 4096, AccessFlags.REMOTE_READ, OptionalInt.of(5), 1);
    serve(story, peers, OptionalInt.of(5));

    assertThat(story.findings())
        .hasSize(found ? 1 : 0)
        .allSatisfy(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
          assertThat(finding.subject()).isEqualTo("client[7], protection domain 5 on rxe0");
          assertThat(finding.evidence())
              .isEqualTo("17 peers by 34 queue pairs reach 1 remotely accessible memory region");
        });
  }

  @Test
  void r7LeavesDomainsAloneThatNobodyCanReachInto() {
    Story story = new Story(new SharedDomain());
    story.register(CLIENT, 1, 4096, 0, OptionalInt.of(5), 1);
    story.register(CLIENT, 2, 4096, AccessFlags.REMOTE_READ, OptionalInt.of(6), 2);
    story.register(CLIENT, 3, 4096, AccessFlags.REMOTE_READ, OptionalInt.of(5), 3);
    story.deregister(CLIENT, 3);
    serve(story, 40, OptionalInt.of(5));
    for (int i = 0; i < 40; i++) { // perftest -q 40
      int qpn = story.create(CLIENT, QueuePairType.RC, OptionalInt.of(6));
      story.connect(CLIENT, qpn, Story.PEER, 0x11 + i, psn(), psn());
    }
    serve(story, 40, OptionalInt.empty());

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void r7ForgetsRegionsThatTheListHasNoMore() {
    Story story = new Story(new SharedDomain());
    story.register(CLIENT, 1, 4096, AccessFlags.REMOTE_READ, OptionalInt.of(5), 1);
    story.findings();
    story.pass(Duration.ofSeconds(5)).list().findings();
    serve(story, 40, OptionalInt.of(5));

    assertThat(story.findings()).isEmpty();
  }

  /** Two connections to each of some peers. */
  private void serve(Story story, int peers, OptionalInt pdn) {
    for (int i = 0; i < 2 * peers; i++) {
      int qpn = story.create(CLIENT, QueuePairType.RC, pdn);
      story.connect(CLIENT, qpn, "fe80::1:" + i / 2, 0x11 + i, psn(), psn());
    }
  }

  private int psn() {
    return 1 + random.nextInt(0xffffff);
  }
}
