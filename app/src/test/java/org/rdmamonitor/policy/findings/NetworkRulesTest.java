// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.findings.Story.Program;

/** The rules N1 to N7: about whom queue pairs and address handles lead to. */
class NetworkRulesTest {
  private static final Program IN_A = Program.of("a", 7);
  private static final Program IN_B = Program.of("b", 8);

  private final Story story = new Story(new ForbiddenPeers());

  private static Address roce(String peer) {
    return new Address(
        Transport.ROCE_V2,
        1,
        OptionalInt.empty(),
        0,
        0,
        Optional.of(Route.of("::ffff:10.1.0.1", 1, peer, 0, 64, 0)));
  }

  private static QueuePairPath to(Address address) {
    OptionalInt none = OptionalInt.empty();
    return new QueuePairPath(
        Optional.of(QueuePairState.RTS),
        Optional.empty(),
        OptionalInt.of(331),
        OptionalInt.of(1),
        Optional.of(address),
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none);
  }

  private static LiveObject connected(Program program, int number, Address address) {
    LiveObject pair =
        Story.listed(program, number, QueuePairType.RC, QueuePairState.RTS, 331, 1, 1);
    return pair.with(((QueuePair) pair.detail()).with(to(address)));
  }

  @Test
  void aConnectionOutsideOfTheCgroupsPolicyIsFoundAtEachReading() {
    story
        .peers("/tenant-a", "10.1.0.0/16")
        .list(
            connected(IN_A, 17, roce("::ffff:10.2.0.7")),
            connected(IN_A, 18, roce("::ffff:10.2.0.7")),
            connected(IN_A, 19, roce("::ffff:10.1.0.7")),
            connected(IN_B, 20, roce("::ffff:10.2.0.7")));

    assertThat(story.findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("N1");
          assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
          assertThat(finding.subject()).isEqualTo("a[7] to 10.2.0.7");
          assertThat(finding.evidence())
              .isEqualTo("queue pair 17 on rxe0, RTS; outside of /tenant-a PEERS; 2 ways to it");
        });
    assertThat(story.findings())
        .as("the list is the same")
        .extracting(Finding::count)
        .containsExactly(1L);
    story.pass(Duration.ofSeconds(1)).list(connected(IN_A, 17, roce("::ffff:10.2.0.7")));
    assertThat(story.findings()).extracting(Finding::count).containsExactly(2L);
  }

  @Test
  void thePoliciesOfTheHostAndOfEveryCgroupAboveHold() {
    story
        .peers("10.0.0.0/8")
        .peers("/tenant-b", "10.2.0.0/16 192.0.2.0/24")
        .list(
            connected(IN_B, 17, roce("::ffff:192.0.2.1")),
            connected(IN_B, 18, roce("::ffff:10.1.0.1")),
            connected(IN_B, 19, roce("::ffff:10.2.0.1")));

    assertThat(story.findings())
        .extracting(Finding::subject, Finding::evidence)
        .containsExactlyInAnyOrder(
            tuple(
                "b[8] to 192.0.2.1",
                "queue pair 17 on rxe0, RTS; outside of host PEERS; 1 way to it"),
            tuple(
                "b[8] to 10.1.0.1",
                "queue pair 18 on rxe0, RTS; outside of /tenant-b PEERS; 1 way to it"));
  }

  @Test
  void addressHandlesAndLidsAreLookedAtToo() {
    AddressHandle handle =
        new AddressHandle(1, Story.RXE0, 5, 7, "a", IN_A.cgroup(), Story.START, roce("fd00::2"));
    Address lid = new Address(Transport.IB, 1, OptionalInt.of(9), 0, 0, Optional.empty());
    story.peers("lid:1-8 10.0.0.0/8").listWith(List.of(handle), connected(IN_A, 17, lid));

    assertThat(story.findings())
        .extracting(Finding::subject)
        .containsExactlyInAnyOrder("a[7] to fd00::2", "a[7] to lid:9");
  }

  @Test
  void whoeverHasNoPolicyAndKernelConsumersAndUnknownAddressesAreLeftAlone() {
    story.list(connected(IN_A, 17, roce("fd00::2")));
    assertThat(story.findings()).isEmpty();

    story
        .peers("none")
        .list(
            connected(Program.ofKernel(), 17, roce("fd00::2")),
            Story.listed(IN_A, 18, QueuePairType.RC, QueuePairState.RTS, 331, 1, 1));
    assertThat(story.findings()).isEmpty();
  }

  private static QueuePairEnd ended(EndCause cause, Address address) {
    return new QueuePairEnd(
        cause, 0, Optional.of(QueuePairState.RTS), OptionalInt.of(331), Optional.of(address));
  }

  @Test
  void aConnectionThatComesAndGoesBetweenTwoListsIsFoundByItsCalls() {
    story.peers("/tenant-a", "10.1.0.0/16");
    int qpn = story.create(IN_A, QueuePairType.RC);
    story
        .connect(IN_A, qpn, "::ffff:10.2.0.7", 331, 1, 1)
        .call(IN_A, Verb.QP_DESTROY, qpn, 0, ended(EndCause.DESTROYED, roce("::ffff:10.2.0.7")));
    int near = story.create(IN_A, QueuePairType.RC);
    story.connect(IN_A, near, "::ffff:10.1.0.7", 331, 1, 1);
    int ofAnother = story.create(IN_B, QueuePairType.RC);
    story.connect(IN_B, ofAnother, "::ffff:10.2.0.7", 331, 1, 1);

    assertThat(story.findings())
        .extracting(Finding::severity, Finding::subject, Finding::evidence)
        .containsExactly(
            tuple(
                Severity.CRITICAL,
                "a[7] to 10.2.0.7",
                "queue pair 17 on rxe0, as a call connected it; outside of /tenant-a PEERS; 1 way"
                    + " to it"));
    assertThat(story.pass(Duration.ofSeconds(1)).findings())
        .as("it was told once")
        .extracting(Finding::count)
        .containsExactly(1L);
  }

  @Test
  void aConnectionThatIsListedAsWellIsOneWay() {
    story.peers("/tenant-a", "10.1.0.0/16");
    int qpn = story.create(IN_A, QueuePairType.RC);
    story
        .connect(IN_A, qpn, "::ffff:10.2.0.7", 331, 1, 1)
        .list(connected(IN_A, qpn, roce("::ffff:10.2.0.7")));

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("queue pair 17 on rxe0, RTS; outside of /tenant-a PEERS; 1 way to it");
  }

  @Test
  void onALinkWithLidsTheEndOfTheConnectionTells() {
    Address lid = new Address(Transport.IB, 1, OptionalInt.of(9), 0, 0, Optional.empty());
    story
        .peers("lid:1-8 fd00::/8")
        .call(IN_A, Verb.QP_DESTROY, 17, 0, ended(EndCause.DESTROYED, lid))
        .call(IN_B, Verb.QP_DESTROY, 18, 0, ended(EndCause.DEVICE_REMOVED, lid));

    assertThat(story.findings())
        .as("who removes a device need not be who was connected")
        .extracting(Finding::subject, Finding::evidence)
        .containsExactly(
            tuple(
                "a[7] to lid:9",
                "queue pair 17 on rxe0, until it ended; outside of host PEERS; 1 way to it"));
  }

  @Test
  void callsThatFailedOrOfTheKernelOrWithoutAPolicyAreNoConnections() {
    story.peers("/tenant-a", "10.1.0.0/16");
    QueuePairChange change =
        new QueuePairChange(
            QueuePairChange.STATE | QueuePairChange.ADDRESS,
            Optional.of(QueuePairState.RTR),
            331,
            1,
            1,
            0,
            0,
            "::ffff:10.2.0.7");
    story
        .call(IN_A, Verb.QP_MODIFY, 17, 22, change)
        .call(Program.ofKernel(), Verb.QP_MODIFY, 18, 0, change);
    assertThat(story.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECT_RESPONSE, 10.2.0.7, true",
    "UNREACHABLE, 10.2.0.7, true",
    "REJECTED, 10.2.0.7, true",
    "ESTABLISHED, fd00::7, true",
    "ESTABLISHED, 10.1.0.7, false",
    "ADDR_RESOLVED, 10.2.0.7, false",
    "ROUTE_RESOLVED, 10.2.0.7, false",
    "CONNECT_REQUEST, 10.2.0.7, false",
    "DISCONNECTED, 10.2.0.7, false",
  })
  void messagesOfTheConnectionManagerNeedNoQueuePair(
      AsyncEventType type, String peer, boolean found) {
    story
        .peers("/tenant-a", "10.1.0.0/16")
        .on("eth0")
        .told(IN_A, Story.RXE0, type, peer)
        .told(IN_A, Story.RXE0, type, peer)
        .told(IN_B, Story.RXE0, type, peer)
        .told(Program.ofKernel(), Story.RXE0, type, peer)
        .told(Program.of("elsewhere", 7), Story.RXE1, type, peer);

    assertThat(story.findings())
        .as("of the kernel, and where it is not known by what a device addresses, none")
        .extracting(Finding::severity, Finding::subject, Finding::evidence)
        .containsExactlyElementsOf(
            found
                ? List.of(
                    tuple(
                        Severity.WARNING,
                        "a[7] by RDMA-CM to " + peer,
                        "the connection manager exchanged messages with it (%s on rxe0);"
                                .formatted(type)
                            + " outside of /tenant-a PEERS"))
                : List.of());
  }

  @Test
  void aMessageOfTheConnectionManagerIsFoundOnce() {
    story
        .peers("/tenant-a", "10.1.0.0/16")
        .on("eth0")
        .told(IN_A, Story.RXE0, AsyncEventType.ESTABLISHED, "10.2.0.7")
        .findings();

    assertThat(story.pass(Duration.ofSeconds(1)).findings())
        .extracting(Finding::count)
        .containsExactly(1L);
  }

  @Test
  void aPolicyThatIsSetAnewHoldsFromThenOn() {
    story.peers("/tenant-a", "10.1.0.0/16").list(connected(IN_A, 17, roce("::ffff:10.2.0.7")));
    assertThat(story.findings()).hasSize(1);

    story
        .peers("/tenant-a", "10.2.0.0/16")
        .pass(Duration.ofSeconds(61))
        .list(connected(IN_A, 17, roce("::ffff:10.2.0.7")));
    assertThat(story.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"REFUSED, PEER", "KILLED, RATE"})
  void whoWasNotKilledForAPeerIsFoundIfItConnectsAllTheSame(CallOutcome outcome, Measure measure) {
    story.peers("/tenant-a", "10.1.0.0/16");
    int qpn = story.create(IN_A, QueuePairType.RC);
    story
        .call(
            IN_A,
            Verb.QP_MODIFY,
            qpn,
            0,
            new Refusal(outcome, 107, measure, Optional.empty(), 0, 0, "10.2.0.7"))
        .connect(IN_A, qpn, "::ffff:10.2.0.7", 331, 1, 1);

    assertThat(story.findings()).hasSize(1);
  }

  @Test
  void aConnectionThatStandsIsMoreThanTheMessagesThatMadeIt() {
    story
        .peers("/tenant-a", "10.1.0.0/16")
        .on("eth0")
        .told(IN_A, Story.RXE0, AsyncEventType.ESTABLISHED, "10.2.0.7")
        .list(connected(IN_A, 17, roce("::ffff:10.2.0.7")));

    assertThat(story.findings())
        .extracting(Finding::severity, Finding::evidence)
        .containsExactly(
            tuple(
                Severity.CRITICAL,
                "queue pair 17 on rxe0, RTS; outside of /tenant-a PEERS; 1 way to it"));
  }

  /** Else whoever is found could make it a warning by asking the same peer again. */
  @Test
  void messagesDoNotTakeThePlaceOfAConnectionThatWasFound() {
    story
        .peers("/tenant-a", "10.1.0.0/16")
        .on("eth0")
        .list(connected(IN_A, 17, roce("::ffff:10.2.0.7")));
    assertThat(story.findings()).hasSize(1);

    story.pass(Duration.ofSeconds(1)).told(IN_A, Story.RXE0, AsyncEventType.REJECTED, "10.2.0.7");

    assertThat(story.findings()).extracting(Finding::severity).contains(Severity.CRITICAL);
  }

  @Test
  void ofWhoIsKilledOnTheWayR15Tells() {
    story.peers("/tenant-a", "10.1.0.0/16");
    int qpn = story.create(IN_A, QueuePairType.RC);
    story
        .call(
            IN_A,
            Verb.QP_MODIFY,
            qpn,
            0,
            new Refusal(CallOutcome.KILLED, 107, Measure.PEER, Optional.empty(), 0, 0, "10.2.0.7"))
        .connect(IN_A, qpn, "::ffff:10.2.0.7", 331, 1, 1);
    assertThat(story.findings()).isEmpty();

    story
        .pass(Duration.ofSeconds(1))
        .call(IN_A, Verb.QP_DESTROY, qpn, 0, ended(EndCause.KILLED, roce("::ffff:10.2.0.7")));
    assertThat(story.findings()).as("its end comes later").isEmpty();

    story.pass(Duration.ofSeconds(1)).list(connected(IN_A, qpn, roce("::ffff:10.2.0.7")));
    assertThat(story.findings()).as("what outlives it is found").hasSize(1);
  }

  private static final String NEAR = "::ffff:10.1.0.1";

  private static Address between(String own, String peer) {
    return new Address(
        Transport.ROCE_V2,
        1,
        OptionalInt.empty(),
        0,
        0,
        Optional.of(Route.of(own, 1, peer, 0, 64, 0)));
  }

  /** A queue pair that has been in its state for a minute. */
  private static LiveObject end(
      Program program, int number, int peer, QueuePairState state, Address address, int mtu) {
    LiveObject pair = Story.listed(program, number, QueuePairType.RC, state, peer, 1, 1);
    OptionalInt none = OptionalInt.empty();
    QueuePairPath path =
        new QueuePairPath(
            Optional.of(state),
            Optional.of(Story.START.minusSeconds(60)),
            OptionalInt.of(peer),
            OptionalInt.of(1),
            Optional.of(address),
            OptionalInt.of(mtu),
            none,
            none,
            none,
            none,
            none,
            none,
            none,
            none);
    return pair.with(((QueuePair) pair.detail()).with(path));
  }

  private static LiveObject end(Program program, int number, int peer) {
    return end(program, number, peer, QueuePairState.RTS, between(NEAR, NEAR), 1024);
  }

  @Test
  void n2FindsProgramsThatConnectAnewAgainAndAgain() {
    Story clients = new Story(new ReconnectStorm()).limit(FindingLimit.N2_CONNECTIONS, 9);
    for (int i = 0; i <= 10; i++) {
      int pair = clients.create(IN_A, QueuePairType.RC);
      clients.connect(IN_A, pair, Story.PEER, 331, i, i).destroy(IN_A, pair);
      clients.pass(Duration.ofSeconds(1));
    }

    assertThat(clients.findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("N2");
          assertThat(finding.subject()).isEqualTo("a in /tenant-a to fe80::2");
          assertThat(finding.evidence())
              .isEqualTo(
                  "connected anew 10 times within 60 s, each time after a connection of theirs had"
                      + " ended");
        });
  }

  @Test
  void n2LeavesAloneWhoConnectsManyAtOnceAndWhoIsStartedAgain() {
    Story story = new Story(new ReconnectStorm()).limit(FindingLimit.N2_CONNECTIONS, 9);
    for (int run = 0; run < 4; run++) {
      int first = story.create(IN_A, QueuePairType.RC);
      story.connect(IN_A, first, Story.PEER, 331, 1, 1);
      for (int i = 1; i < 20; i++) {
        story.connect(IN_A, story.create(IN_A, QueuePairType.RC), Story.PEER, 331 + i, 1, 1);
      }
      assertThat(story.findings()).isEmpty();
      for (int i = 0; i < 20; i++) {
        story.destroy(IN_A, first + i);
      }
      story.pass(Duration.ofSeconds(2));
    }
    assertThat(story.findings()).isEmpty();
  }

  /** One queue pair can be reset, or made anew; either way a connection of it has ended. */
  @Test
  void n2FindsProgramsThatResetTheirQueuePairAgainAndAgain() {
    Story story = new Story(new ReconnectStorm()).limit(FindingLimit.N2_CONNECTIONS, 9);
    int pair = story.create(IN_A, QueuePairType.RC);
    for (int i = 0; i <= 10; i++) {
      story.state(IN_A, pair, QueuePairState.RESET).connect(IN_A, pair, Story.PEER, 331, i, i);
      story.pass(Duration.ofSeconds(1));
    }

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly(
            "connected anew 10 times within 60 s, each time after a connection of theirs had"
                + " ended");
  }

  /** What was not seen to end has ended all the same if the queue pair is connected again. */
  @Test
  void n2FindsThemIfTheEndsWereNotSeen() {
    Story story = new Story(new ReconnectStorm()).limit(FindingLimit.N2_CONNECTIONS, 9);
    int pair = story.create(IN_A, QueuePairType.RC);
    for (int i = 0; i <= 10; i++) {
      story.rtr(IN_A, pair, Story.PEER, 331, i).pass(Duration.ofSeconds(1));
    }

    assertThat(story.findings()).hasSize(1);
  }

  /** It does not matter that the queue pair itself is still there. */
  @Test
  void n2FindsProgramsThatTakeAnotherQueuePairAfterAReset() {
    Story story = new Story(new ReconnectStorm()).limit(FindingLimit.N2_CONNECTIONS, 9);
    for (int i = 0; i <= 10; i++) {
      int pair = story.create(IN_A, QueuePairType.RC);
      story.connect(IN_A, pair, Story.PEER, 331, i, i).state(IN_A, pair, QueuePairState.RESET);
      story.pass(Duration.ofSeconds(1));
    }

    assertThat(story.findings()).hasSize(1);
  }

  /** As after a migration: it is the same connection. */
  @Test
  void n2LeavesAloneWhoGetsAnotherAddressWhileItIsConnected() {
    Story story = new Story(new ReconnectStorm()).limit(FindingLimit.N2_CONNECTIONS, 9);
    int pair = story.create(IN_A, QueuePairType.RC);
    story.connect(IN_A, pair, Story.PEER, 331, 1, 1);
    for (int i = 0; i <= 30; i++) {
      story.call(
          IN_A,
          Verb.QP_MODIFY,
          pair,
          0,
          new QueuePairChange(
              QueuePairChange.STATE | QueuePairChange.ADDRESS,
              Optional.of(QueuePairState.RTS),
              0,
              0,
              0,
              0,
              0,
              Story.PEER));
      story.pass(Duration.ofSeconds(1));
    }

    assertThat(story.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"4, false", "5, true"})
  void n2FindsWhoComesBackInFiveRoundsAtLeast(int again, boolean isFound) {
    Story story = new Story(new ReconnectStorm()).limit(FindingLimit.N2_CONNECTIONS, 3);
    for (int i = 0; i <= again; i++) {
      int pair = story.create(IN_A, QueuePairType.RC);
      story.connect(IN_A, pair, Story.PEER, 331, i, i).destroy(IN_A, pair);
      story.pass(Duration.ofSeconds(1));
    }

    assertThat(story.findings()).hasSize(isFound ? 1 : 0);
  }

  /** Each connection that has ended accounts for one that is made anew. */
  @Test
  void n2CountsNoMoreThanHaveEnded() {
    Story story = new Story(new ReconnectStorm()).limit(FindingLimit.N2_CONNECTIONS, 9);
    for (int i = 0; i < 5; i++) {
      int pair = story.create(IN_A, QueuePairType.RC);
      story.connect(IN_A, pair, Story.PEER, 331, i, i).destroy(IN_A, pair);
      story.pass(Duration.ofSeconds(1));
    }
    for (int i = 0; i < 100; i++) {
      story.connect(IN_A, story.create(IN_A, QueuePairType.RC), Story.PEER, 331, i, i);
    }

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void n2LeavesAloneWhatIsSlow() {
    Story story = new Story(new ReconnectStorm()).limit(FindingLimit.N2_CONNECTIONS, 9);
    for (int i = 0; i <= 30; i++) {
      int pair = story.create(IN_A, QueuePairType.RC);
      story.connect(IN_A, pair, Story.PEER, 331, i, i).destroy(IN_A, pair);
      assertThat(story.pass(Duration.ofSeconds(10)).findings()).isEmpty();
    }
  }

  private static QueuePairChange toRtr() {
    return new QueuePairChange(
        QueuePairChange.STATE | QueuePairChange.ADDRESS,
        Optional.of(QueuePairState.RTR),
        331,
        0,
        0,
        0,
        0,
        "::ffff:10.2.0.7");
  }

  private static QueuePairChange toInit() {
    return new QueuePairChange(
        QueuePairChange.STATE, Optional.of(QueuePairState.INIT), 0, 0, 0, 0, 0, "");
  }

  @Test
  void n3FindsPeersThatCannotBeReached() {
    Story story = new Story(new UnreachedPeers());
    story.call(IN_A, Verb.QP_MODIFY, 17, 110, toRtr());
    story.call(IN_A, Verb.QP_MODIFY, 18, 110, toRtr());
    story.call(IN_A, Verb.QP_MODIFY, 19, 22, toRtr());
    story.call(IN_A, Verb.QP_MODIFY, 19, 110, toInit());
    story.call(IN_B, Verb.QP_MODIFY, 20, 0, toRtr());

    assertThat(story.findings())
        .extracting(Finding::rule, Finding::subject, Finding::evidence)
        .containsExactly(
            tuple("N3", "a[7] on rxe0 to ::ffff:10.2.0.7", "RTR failed with ETIMEDOUT, 2 times"));
    assertThat(story.findings()).extracting(Finding::count).containsExactly(1L);
  }

  @Test
  void n4FindsAProcessWithVeryManyPeers() {
    Story story = new Story(new ManyPeers()).limit(FindingLimit.N4_PEERS, 2);
    story.list(
        connected(IN_A, 17, roce("::ffff:10.2.0.7")),
        connected(IN_A, 18, roce("::ffff:10.2.0.8")),
        connected(IN_A, 19, roce("::ffff:10.2.0.8")),
        connected(IN_B, 20, roce("::ffff:10.2.0.9")));
    assertThat(story.findings()).isEmpty();

    story
        .pass(Duration.ofSeconds(1))
        .list(
            connected(IN_A, 17, roce("::ffff:10.2.0.7")),
            connected(IN_A, 18, roce("::ffff:10.2.0.8")),
            connected(IN_A, 19, roce("::ffff:10.2.0.9")));
    assertThat(story.findings())
        .extracting(Finding::subject, Finding::evidence)
        .containsExactly(tuple("a[7]", "its queue pairs and address handles lead to 3 addresses"));
  }

  @Test
  void n5FindsEndsWithoutTheOther() {
    Story story = new Story(new HalfOpenPairs());
    story.list(
        end(IN_A, 17, 18),
        end(IN_B, 18, 17),
        end(IN_A, 19, 20),
        end(IN_A, 21, 22),
        end(IN_B, 22, 99, QueuePairState.ERR, between(NEAR, NEAR), 1024),
        end(IN_A, 23, 24, QueuePairState.RTS, between(NEAR, "::ffff:10.2.0.7"), 1024));

    assertThat(story.findings())
        .extracting(Finding::subject, Finding::evidence)
        .containsExactlyInAnyOrder(
            tuple(
                "queue pair 19 of a[7] on rxe0",
                "connected to queue pair 20 of ::ffff:10.1.0.1, which does not exist on this host"),
            tuple(
                "queue pair 21 of a[7] on rxe0",
                "connected to queue pair 22 of ::ffff:10.1.0.1, which is connected to another"));
  }

  /** One that is older than the monitor: the connection manager's id alone tells the address. */
  private static LiveObject[] managed(int number, int peer, String destination) {
    return new LiveObject[] {
      Story.listed(IN_A, number, QueuePairType.RC, QueuePairState.RTS, peer, 1, 1),
      new LiveObject(
          ResourceType.CM_ID,
          Story.RXE0,
          number,
          IN_A.pid(),
          IN_A.comm(),
          IN_A.cgroup(),
          new LiveObject.Connection(
              "CONNECT", "TCP", "10.1.0.1:4000", destination + ":7174", OptionalInt.of(number)))
    };
  }

  @Test
  void n1KnowsTheAddressOfAnOldConnectionByItsId() {
    story.on("eth0").peers("/tenant-a", "10.1.0.0/16").list(managed(17, 331, "10.2.0.7"));

    assertThat(story.findings())
        .extracting(Finding::subject, Finding::evidence)
        .containsExactly(
            tuple(
                "a[7] to 10.2.0.7",
                "queue pair 17 on rxe0, RTS, by its RDMA-CM id; outside of /tenant-a PEERS;"
                    + " 1 way to it"));
  }

  @Test
  void n4CountsSuchAddressesToo() {
    Story story = new Story(new ManyPeers()).limit(FindingLimit.N4_PEERS, 1).on("eth0");
    story.list(
        Stream.of(managed(17, 331, "10.2.0.7"), managed(18, 331, "10.2.0.8"))
            .flatMap(Stream::of)
            .toArray(LiveObject[]::new));

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("its queue pairs and address handles lead to 2 addresses");
  }

  @Test
  void n5FindsThatAnOldConnectionIsHalfOpenOnceItHasBeenSoForLong() {
    Story story = new Story(new HalfOpenPairs()).limit(FindingLimit.N5_SECONDS, 30);
    story.on("eth0").list(managed(17, 18, "10.1.0.1"));
    assertThat(story.findings()).isEmpty();

    story.pass(Duration.ofSeconds(31)).list(managed(17, 18, "10.1.0.1"));
    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly(
            "connected to queue pair 18 of ::ffff:10.1.0.1, which does not exist on this host");
  }

  @Test
  void n5LeavesAloneWhatIsYoungOrLinkLocalOrNotAllListed() {
    String local = "fe80::1";
    Story story = new Story(new HalfOpenPairs()).limit(FindingLimit.N5_SECONDS, 61);
    story.list(end(IN_A, 19, 20));
    assertThat(story.findings()).isEmpty();

    Story others = new Story(new HalfOpenPairs());
    others.list(
        end(IN_A, 19, 20, QueuePairState.RTS, between(local, local), 1024),
        end(IN_A, 25, 26, QueuePairState.INIT, between(NEAR, NEAR), 1024),
        end(IN_A, 27, 28),
        Story.listed(IN_B, 28, QueuePairType.RC, QueuePairState.RTS, 27, 1, 1));
    assertThat(others.findings()).isEmpty();
  }

  private static final String FAR = "::ffff:10.1.0.2";

  private static LiveObject from(String own, int number, String peerGid, int peer) {
    return end(IN_A, number, peer, QueuePairState.RTS, between(own, peerGid), 1024);
  }

  private static LiveObject onRxe1(LiveObject end) {
    return new LiveObject(
        end.type(), Story.RXE1, end.id(), end.pid(), end.owner(), end.cgroup(), end.detail());
  }

  /**
   * The address's owner in another namespace need not be the host that this connection reaches by
   * it.
   */
  @Test
  void n5LooksIntoAnotherNamespaceOnlyWhereItIsKnownToBeOfTheSameNetwork() {
    Story story = new Story(new HalfOpenPairs()).inNamespace("pod");
    LiveObject ofPod = onRxe1(from(FAR, 30, "::ffff:10.2.0.7", 331));
    story.list(from(NEAR, 19, FAR, 20), ofPod);
    assertThat(story.findings()).isEmpty();

    story
        .pass(Duration.ofSeconds(1))
        .list(
            from(NEAR, 19, FAR, 20),
            ofPod,
            from(NEAR, 17, FAR, 17),
            onRxe1(from(FAR, 17, NEAR, 17)));
    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly(
            "connected to queue pair 20 of ::ffff:10.1.0.2, which does not exist on this host");
  }

  /** No other host has this address, in whatever network. */
  @Test
  void n5LooksIntoAnotherNamespaceForAnAddressThatIsUnique() {
    String unique = "::ffff:192.0.2.2";
    Story story = new Story(new HalfOpenPairs()).inNamespace("pod");
    story.list(
        from("::ffff:192.0.2.1", 19, unique, 20), onRxe1(from(unique, 30, "::ffff:10.2.0.7", 331)));

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly(
            "connected to queue pair 20 of ::ffff:192.0.2.2, which does not exist on this host");
  }

  @Test
  void n5FindsWhatIsMissingOnAnotherDeviceOfTheSameNamespace() {
    Story story = new Story(new HalfOpenPairs());
    story.list(from(NEAR, 19, FAR, 20), onRxe1(from(FAR, 30, "::ffff:10.2.0.7", 331)));

    assertThat(story.findings()).extracting(Finding::rule).containsExactly("N5");
  }

  /** Each device has a queue pair of that number, and one of them is the peer. */
  @Test
  void n5KnowsOfSeveralDevicesWithTheSameAddressWhichOneIsMeant() {
    Story story = new Story(new HalfOpenPairs());
    story.list(
        from(NEAR, 17, FAR, 18),
        from(FAR, 18, NEAR, 17),
        onRxe1(from(FAR, 18, "::ffff:10.2.0.7", 331)));

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void n6FindsEndsWithDifferentPathMtus() {
    Story story = new Story(new UnequalMtu());
    story.list(
        end(IN_A, 17, 18, QueuePairState.RTS, between(NEAR, NEAR), 4096),
        end(IN_B, 18, 17, QueuePairState.RTS, between(NEAR, NEAR), 1024),
        end(IN_A, 19, 20),
        end(IN_B, 20, 19));

    assertThat(story.findings())
        .extracting(Finding::rule, Finding::subject, Finding::evidence)
        .containsExactly(
            tuple(
                "N6",
                "queue pairs 18 and 17 on rxe0",
                "b[8] has a path MTU of 1024, a[7] of 4096"));
  }

  @Test
  void n6LeavesAloneEndsOfWhichOneHasNoPathMtuThatIsKnown() {
    Story story = new Story(new UnequalMtu());
    story.list(
        end(IN_A, 17, 18, QueuePairState.RTS, between(NEAR, NEAR), 0),
        end(IN_B, 18, 17, QueuePairState.RTS, between(NEAR, NEAR), 1024));

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void n7FindsQueuePairsThatSendToWhomEachRequestSays() {
    Story story = new Story(new UnheldPairs());
    story.peers("/tenant-a", "10.1.0.0/16").create(IN_A, QueuePairType.UD);
    story.create(IN_A, QueuePairType.DRIVER);
    story.create(IN_A, QueuePairType.RC);
    story.create(IN_B, QueuePairType.UD);

    assertThat(story.findings())
        .extracting(
            Finding::rule, Finding::severity, Finding::subject, Finding::evidence, Finding::count)
        .containsExactly(
            tuple(
                "N7",
                Severity.NOTICE,
                "/tenant-a on rxe0",
                "2 queue pairs that send to whom each request says, of a[7]; /tenant-a PEERS is"
                    + " held against address handles only",
                1L));
  }

  @Test
  void n7FindsWhatWasThereForAMomentAndIsNotAboutTheKernelsOwn() {
    Story story = new Story(new UnheldPairs());
    story.peers("none");
    story.destroy(IN_B, story.create(IN_B, QueuePairType.UD));
    story.create(Program.ofKernel(), QueuePairType.UD);

    assertThat(story.findings())
        .extracting(Finding::subject, Finding::evidence)
        .containsExactly(
            tuple(
                "/tenant-b/job on rxe0",
                "1 queue pair that sends to whom each request says, of b[8]; host PEERS is held"
                    + " against address handles only"));
  }

  @Test
  void n7HasNothingToSayWhereNoPolicyHolds() {
    Story story = new Story(new UnheldPairs());
    story.create(IN_A, QueuePairType.UD);

    assertThat(story.findings()).isEmpty();
  }
}
