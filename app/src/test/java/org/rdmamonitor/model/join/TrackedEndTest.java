// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;

class TrackedEndTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final Cgroup POD = new Cgroup(77, "/pod");

  private final TrackedEnd end = new TrackedEnd(1, 17, "rxe0", POD, 42, "app", START, null);

  private static PeerConnection listed(int pid, String owner, long cgroup) {
    QueuePair pair = Scenes.connected(QueuePairState.RTS, 17, 18);
    return new PeerConnection(
        new LiveObject(ResourceType.QP, 1, 17, pid, owner, cgroup, pair),
        pair,
        Optional.empty(),
        OptionalInt.empty());
  }

  @Test
  void aListThatKnowsNoOwnerLeavesTheOneThatIsKnown() {
    PeerConnection unowned = listed(0, "", Cgroup.OVERFLOW_ID);
    end.list(unowned, Cgroup.OVERFLOW, START.plusSeconds(1), START.plusSeconds(2));

    ConnectionEnd seen = end.view(0);
    assertThat(seen.cgroup()).isEqualTo(POD);
    assertThat(seen.connection()).isEqualTo(listed(42, "app", 77));
    assertThat(end.isSame(unowned)).isTrue();
  }

  @Test
  void aListThatKnowsAnotherIsBelieved() {
    end.list(
        listed(43, "heir", 78),
        new Cgroup(78, "/other"),
        START.plusSeconds(1),
        START.plusSeconds(2));

    ConnectionEnd seen = end.view(0);
    assertThat(seen.cgroup().path()).isEqualTo("/other");
    assertThat(seen.connection()).isEqualTo(listed(43, "heir", 78));
    assertThat(end.isSame(listed(42, "app", 77))).isFalse();
  }

  private static final String PEER = "::ffff:10.1.0.7";

  private static Instant at(long second) {
    return START.plusSeconds(second);
  }

  /** A queue pair as a list has it without calls; a peer of 0 is none. */
  private static PeerConnection listed(QueuePairState state, int peer) {
    return listed(state, peer, Optional.empty());
  }

  private static PeerConnection listed(
      QueuePairState state, int peer, Optional<QueuePairPath> path) {
    QueuePair bare = Scenes.connected(state, 17, peer);
    QueuePair pair = path.map(bare::with).orElse(bare);
    return new PeerConnection(
        new LiveObject(ResourceType.QP, 1, 17, 42, "app", 77, pair),
        pair,
        Optional.empty(),
        OptionalInt.empty());
  }

  /** What calls have set: the state, since when, and the peer's GID. */
  private static Optional<QueuePairPath> told(QueuePairState state, Instant since, String gid) {
    QueuePairPath.Address address =
        new QueuePairPath.Address(
            QueuePairPath.Transport.ROCE_V2,
            1,
            OptionalInt.empty(),
            0,
            0,
            Optional.of(QueuePairPath.Route.between("", gid, OptionalInt.empty())));
    return Optional.of(
        QueuePairPath.leading(
            Optional.of(state),
            Optional.of(since),
            OptionalInt.empty(),
            OptionalInt.of(1),
            gid.isEmpty() ? Optional.empty() : Optional.of(address),
            OptionalInt.of(1024)));
  }

  private void list(PeerConnection now, long from, long until) {
    end.list(now, POD, at(from), at(until));
  }

  private static ControlCall call(long second, Verb verb, ControlCall.Detail detail) {
    return new ControlCall(
        at(second),
        verb,
        1,
        OptionalInt.of(17),
        new ControlCall.Caller(42, 42, "app", false, 77, 1000, false),
        0,
        Duration.ofMillis(500),
        detail);
  }

  private static QueuePairChange change(int attributes, QueuePairState state) {
    return new QueuePairChange(
        attributes | QueuePairChange.STATE, Optional.of(state), 18, 5, 6, 0, 0, PEER);
  }

  private void change(long second, int attributes, QueuePairState state) {
    QueuePairChange change = change(attributes, state);
    end.change(call(second, Verb.QP_MODIFY, change), change);
  }

  private void connect(long second) {
    change(
        second,
        QueuePairChange.ADDRESS | QueuePairChange.DESTINATION_QPN | QueuePairChange.RQ_PSN,
        QueuePairState.RTR);
  }

  private void make(long second, QueuePairType type, Cgroup callers) {
    end.made(
        call(second, Verb.QP_CREATE, new ControlCall.QueuePairCreation(type, OptionalInt.of(1))),
        callers);
  }

  private ConnectionEnd seen() {
    return end.view(3);
  }

  private QueuePairPath path() {
    return seen().connection().pair().path().orElseThrow();
  }

  @Test
  void whoMadeItIsItsUserAndItBeginsInReset() {
    make(1, QueuePairType.UC, POD);

    assertThat(seen().host()).isEqualTo(3);
    assertThat(seen().user()).hasValue(1000);
    assertThat(seen().life().bornAfter()).contains(at(1));
    assertThat(seen().connection().pair().type()).isEqualTo(QueuePairType.UC);
    assertThat(seen().connection().state()).contains(QueuePairState.RESET);
    assertThat(seen().life().inState()).isEqualTo(at(1));
  }

  /** That of the id is kept: another cgroup's path, or none, tells nothing of it. */
  @Test
  void aPathIsTakenFromItsOwnCgroupOnly() {
    TrackedEnd unnamed =
        new TrackedEnd(1, 17, "rxe0", Cgroup.withoutPath(77), 42, "app", START, null);
    ControlCall call =
        call(
            1,
            Verb.QP_CREATE,
            new ControlCall.QueuePairCreation(QueuePairType.RC, OptionalInt.empty()));
    unnamed.made(call, new Cgroup(78, "/other"));
    assertThat(unnamed.view(0).cgroup()).isEqualTo(Cgroup.withoutPath(77));

    unnamed.made(call, POD);
    assertThat(unnamed.view(0).cgroup()).isEqualTo(POD);

    unnamed.made(call, Cgroup.withoutPath(77));
    assertThat(unnamed.view(0).cgroup()).isEqualTo(POD);
  }

  @Test
  void aListWithoutThePathOfItsCgroupLeavesTheOneThatIsKnown() {
    end.list(listed(QueuePairState.RTS, 18), Cgroup.withoutPath(77), at(1), at(2));
    assertThat(seen().cgroup()).isEqualTo(POD);

    end.list(listed(QueuePairState.RTS, 18), new Cgroup(77, "/renamed"), at(3), at(4));
    assertThat(seen().cgroup().path()).isEqualTo("/renamed");

    end.list(listed(43, "heir", 78), Cgroup.withoutPath(78), at(5), at(6));
    assertThat(seen().cgroup()).as("of another one").isEqualTo(Cgroup.withoutPath(78));
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "3, false"})
  void aCreationUntilTheFirstListWasFinishedIsItsOwn(long second, boolean isItsOwn) {
    list(listed(QueuePairState.RTS, 18), 1, 2);

    assertThat(end.isMadeAt(at(second))).isEqualTo(isItsOwn);
  }

  @Test
  void aCreationIsNotItsOwnIfAnEarlierListOrCallHadIt() {
    assertThat(end.isMadeAt(at(1))).as("no list had it").isFalse();
    list(listed(QueuePairState.RTS, 18), 1, 2);
    list(listed(QueuePairState.RTS, 18), 3, 4);
    assertThat(end.isMadeAt(at(2))).as("two lists had it").isFalse();

    TrackedEnd called = new TrackedEnd(1, 17, "rxe0", POD, 42, "app", START, null);
    called.list(listed(QueuePairState.RTS, 18), POD, at(1), at(4));
    called.change(
        call(2, Verb.QP_MODIFY, change(0, QueuePairState.ERR)), change(0, QueuePairState.ERR));
    assertThat(called.isMadeAt(at(3))).as("a call had it").isFalse();
  }

  @ParameterizedTest
  @CsvSource({"RESET, true", "INIT, false", "RTR, true", "RTS, false", "SQD, false", "ERR, false"})
  void aConnectedEndBeginsAnotherConnectionByResetOrByBeingToldOfAPeer(
      QueuePairState state, boolean isAnew) {
    QueuePairChange change = change(0, state);
    assertThat(end.isAnew(call(3, Verb.QP_MODIFY, change), change)).isFalse();

    connect(2);

    assertThat(end.isAnew(call(3, Verb.QP_MODIFY, change), change)).isEqualTo(isAnew);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "3, true"})
  void ofOneThatAListShowedConnectedOnlyACallAfterItDoes(long second, boolean isAnew) {
    list(listed(QueuePairState.RTS, 18), 1, 2);
    QueuePairChange change = change(0, QueuePairState.RTR);

    assertThat(end.isAnew(call(second, Verb.QP_MODIFY, change), change)).isEqualTo(isAnew);
  }

  @Test
  void itIsConnectedSinceTheCallThatToldItThePeerBegan() {
    change(2, 0, QueuePairState.INIT);
    assertThat(seen().life().connected()).isEmpty();

    connect(4);
    change(5, QueuePairChange.SQ_PSN, QueuePairState.RTS);

    assertThat(seen().life().connected()).contains(at(4).minusMillis(500));
    assertThat(seen().life().inState()).isEqualTo(at(5));
    assertThat(seen().connection().state()).contains(QueuePairState.RTS);
    assertThat(path().peerQpn()).hasValue(18);
    assertThat(path().rqPsn()).hasValue(5);
    assertThat(path().sqPsn()).hasValue(6);
    assertThat(seen().peerAddress()).isEqualTo(PEER);
    assertThat(seen().connection().transport()).isEqualTo(QueuePairPath.Transport.UNKNOWN);
  }

  @Test
  void whatACallDidNotSetIsNotTaken() {
    change(4, 0, QueuePairState.RTR);

    assertThat(path().peerQpn()).isEmpty();
    assertThat(path().rqPsn()).isEmpty();
    assertThat(path().sqPsn()).isEmpty();
    assertThat(path().address()).isEmpty();
  }

  @Test
  void aCallThatLeavesItInItsStateDoesNotBeginTheStateAnew() {
    change(4, 0, QueuePairState.RTS);
    change(5, 0, QueuePairState.RTS);

    assertThat(seen().life().inState()).isEqualTo(at(4));
  }

  @ParameterizedTest
  @CsvSource({"RESET, true", "INIT, true", "RTS, false", "ERR, false"})
  void aListThatHasItWithoutAPeerEndsTheConnectionOnceItWasThere(
      QueuePairState state, boolean isOther) {
    assertThat(end.isOther(listed(state, 0))).as("never connected").isFalse();

    list(listed(QueuePairState.RTS, 18), 1, 2);

    assertThat(end.isOther(listed(state, 0))).isEqualTo(isOther);
  }

  @Test
  void aListThatHasItWithAnotherPeerDoesSoToo() {
    assertThat(end.isOther(listed(QueuePairState.RTS, 18))).as("the first list").isFalse();
    list(listed(QueuePairState.INIT, 0), 1, 2);
    assertThat(end.isOther(listed(QueuePairState.RTS, 18))).as("the first peer").isFalse();
    list(listed(QueuePairState.RTS, 18), 3, 4);
    assertThat(end.isOther(listed(QueuePairState.RTS, 18))).as("the same").isFalse();
    assertThat(end.isOther(listed(QueuePairState.RTS, 19))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "::ffff:10.1.0.7, ::ffff:10.1.0.7, false",
    "::ffff:10.1.0.7, ::ffff:10.1.0.8, true",
    "'', ::ffff:10.1.0.8, false",
    "::ffff:10.1.0.7, '', false"
  })
  void thePeersAddressDistinguishesItIfBothAreKnown(String before, String now, boolean isOther) {
    list(listed(QueuePairState.RTS, 18, told(QueuePairState.RTS, at(1), before)), 1, 2);

    assertThat(end.isOther(listed(QueuePairState.RTS, 18, told(QueuePairState.RTS, at(1), now))))
        .isEqualTo(isOther);
  }

  @Test
  void oneThatComesBackIsTheSameIfItsOwnerAndItsPeerAre() {
    PeerConnection before = listed(QueuePairState.RTS, 18);
    assertThat(end.isSame(before)).as("no list had it").isFalse();
    list(before, 1, 2);

    assertThat(end.isSame(before)).isTrue();
    assertThat(end.isSame(listed(QueuePairState.ERR, 18))).isTrue();
    assertThat(end.isSame(listed(QueuePairState.RTS, 19))).isFalse();
    assertThat(end.isSame(listed(43, "app", 77))).as("of another process").isFalse();
    assertThat(end.isSame(listed(QueuePairState.RTS, 18, told(QueuePairState.RTS, at(1), PEER))))
        .as("of another address")
        .isFalse();
    QueuePair unreliable =
        new QueuePair(
            QueuePairType.UC,
            Optional.of(QueuePairState.RTS),
            17,
            OptionalInt.of(18),
            OptionalInt.empty(),
            OptionalInt.empty(),
            1,
            OptionalInt.empty());
    assertThat(
            end.isSame(
                new PeerConnection(
                    new LiveObject(ResourceType.QP, 1, 17, 42, "app", 77, unreliable),
                    unreliable,
                    Optional.empty(),
                    OptionalInt.empty())))
        .as("of another type")
        .isFalse();
  }

  @Test
  void aListTellsItsStateUnlessACallSinceDid() {
    change(1, 0, QueuePairState.RTS);
    list(listed(QueuePairState.ERR, 18), 3, 4);
    assertThat(seen().connection().state()).contains(QueuePairState.ERR);
    assertThat(seen().life().inState()).as("since it was listed").isEqualTo(at(3));

    change(6, 0, QueuePairState.RESET);
    list(listed(QueuePairState.RTS, 18), 5, 7);
    assertThat(seen().connection().state()).contains(QueuePairState.RESET);
    assertThat(seen().life().inState()).isEqualTo(at(6));
  }

  @Test
  void aListThatKnowsSinceWhenIsBelieved() {
    list(listed(QueuePairState.RTS, 18, told(QueuePairState.RTS, at(1), PEER)), 3, 4);

    assertThat(seen().life().inState()).isEqualTo(at(1));
    assertThat(seen().life().connected()).contains(at(1));
  }

  /** The clock may have been set meanwhile. */
  @Test
  void itWasConnectedAtTheLatestWhenTheListWasFinished() {
    list(listed(QueuePairState.RTS, 18, told(QueuePairState.RTS, at(9), PEER)), 3, 4);

    assertThat(seen().life().connected()).contains(at(4));
  }

  @Test
  void theFirstThatTellsOfThePeerSaysSinceWhenItWasConnected() {
    list(listed(QueuePairState.INIT, 0), 1, 2);
    assertThat(seen().life().connected()).isEmpty();
    list(listed(QueuePairState.RTS, 18), 3, 4);
    list(listed(QueuePairState.RTS, 18), 5, 6);

    assertThat(seen().life().connected()).contains(at(4));
  }

  @Test
  void anEndIsMissingSinceTheFirstListThatDoesNotHaveIt() {
    list(listed(QueuePairState.RTS, 18), 1, 2);
    assertThat(end.isMissing()).isFalse();
    end.settle();
    assertThat(seen().life().ended()).isEmpty();

    end.miss(at(3));
    end.miss(at(5));

    assertThat(end.isMissing()).isTrue();
    end.settle();
    assertThat(seen().life().ended()).contains(at(3));
  }

  @Test
  void anEndThatIsListedAgainIsNotMissing() {
    end.miss(at(3));
    list(listed(QueuePairState.RTS, 18), 5, 6);

    assertThat(end.isMissing()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, false", "3, false"})
  void anEndThatACallHasChangedSinceTheListIsNotMissing(long second, boolean isMissing) {
    change(second, 0, QueuePairState.RTS);

    end.miss(at(2));

    assertThat(end.isMissing()).isEqualTo(isMissing);
  }

  @Test
  void anEndThatWasSeenIsNotEndedByBeingMissing() {
    end.miss(at(3));
    end.end(at(2), null);
    end.settle();

    assertThat(seen().life().ended()).contains(at(2));
  }

  @Test
  void itIsOfInterestIfItMayHaveOnePeer() {
    assertThat(end.isOfInterest()).as("its type is not known").isFalse();
    make(1, QueuePairType.UD, POD);
    assertThat(end.isOfInterest()).isFalse();
    make(1, QueuePairType.XRC_INI, POD);
    assertThat(end.isOfInterest()).isTrue();

    TrackedEnd told = new TrackedEnd(1, 17, "rxe0", POD, 42, "app", START, null);
    QueuePairChange change = change(QueuePairChange.DESTINATION_QPN, QueuePairState.RTR);
    told.change(call(1, Verb.QP_MODIFY, change), change);
    assertThat(told.isOfInterest()).isTrue();
    assertThat(told.view(0).peerNumber()).as("whatever its type").hasValue(18);
  }

  /** What calls do not tell, such as the MTU, is in the list. */
  @Test
  void aListIsShownAsItIsUntilACallChangesIt() {
    PeerConnection now = listed(QueuePairState.RTS, 18, told(QueuePairState.RTS, at(1), PEER));
    list(now, 3, 4);
    assertThat(seen().connection()).isEqualTo(now);

    change(5, 0, QueuePairState.ERR);

    assertThat(seen().connection()).isNotEqualTo(now);
    assertThat(seen().connection().state()).contains(QueuePairState.ERR);
    assertThat(path().mtu()).hasValue(1024);
    assertThat(seen().peerAddress()).isEqualTo(PEER);
    assertThat(seen().connection().pair().port()).isEqualTo(1);
    assertThat(path().since()).contains(at(5));
    assertThat(path().state()).contains(QueuePairState.ERR);
  }

  /** A call may have told it of another peer. */
  @Test
  void theListsPeerIsNotThatOfACallThatIsNewer() {
    list(listed(QueuePairState.INIT, 99), 1, 2);
    connect(3);
    assertThat(seen().peerNumber()).hasValue(18);

    list(listed(QueuePairState.RTS, 99), 4, 5);
    assertThat(seen().peerNumber()).hasValue(99);
  }

  @Test
  void itsEndTellsThePeerThatNothingElseTold() {
    list(listed(QueuePairState.RTS, 18), 1, 2);
    QueuePairPath.Address address =
        told(QueuePairState.RTS, at(1), PEER).orElseThrow().address().orElseThrow();
    end.end(
        at(5),
        new QueuePairEnd(
            EndCause.EXITED,
            0,
            Optional.of(QueuePairState.RTS),
            OptionalInt.of(55),
            Optional.of(address)));

    assertThat(seen().peerAddress()).isEqualTo(PEER);
    assertThat(seen().peerNumber()).as("the list's").hasValue(18);
    assertThat(path().peerQpn()).hasValue(55);
    assertThat(seen().life().ending().orElseThrow().cause()).isEqualTo(EndCause.EXITED);
  }

  @Test
  void aSuccessorIsTheSameQueuePairWithoutAPeer() {
    make(1, QueuePairType.UC, POD);
    connect(2);

    ConnectionEnd next = end.successor(at(3)).view(0);

    assertThat(next.number()).isEqualTo(17);
    assertThat(next.user()).hasValue(1000);
    assertThat(next.connection().pair().type()).isEqualTo(QueuePairType.UC);
    assertThat(next.life().bornAfter()).contains(at(1));
    assertThat(next.life().connected()).isEmpty();
    assertThat(next.life().inState()).isEqualTo(at(3));
    assertThat(next.peerNumber()).isEmpty();
    assertThat(next.connection().state()).isEmpty();
  }
}
