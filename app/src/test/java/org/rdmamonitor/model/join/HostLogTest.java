// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.JoinScenes;
import org.rdmamonitor.JoinScenes.Numbers;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;

/** What the samples of one host tell of its ends, one sample after the other. */
class HostLogTest {
  private static final String PEER = "::ffff:10.1.0.7";
  private static final Device RXE0 = new Device(1, "rxe0");
  private static final Cgroup POD = new Cgroup(77, "/pod");

  private final JoinScenes scene = new JoinScenes();
  private final RecordedHost node1 = scene.node1;
  private final RecordedHost node2 = scene.node2;
  private final HostLog log = new HostLog(0, 100);

  /** The first host's record, whose clock is the true time. */
  private HostRecord recorded() {
    return JoinScenes.log(0, node1, 0, 20);
  }

  private static Instant at(double second) {
    return Scenes.START.plusNanos(Math.round(second * 1e9));
  }

  private static ConnectionEnd only(HostRecord record) {
    assertThat(record.ends()).hasSize(1);
    return record.ends().getFirst();
  }

  private ConnectionEnd only() {
    return only(log.record("a", "a.rec"));
  }

  // A recording

  @Test
  void anEndLastsFromItsCreationToItsDestruction() {
    Numbers numbers = scene.connect(node1, node2, 2.3);
    node1.end(7.4, numbers.one(), EndCause.EXITED, 3);

    ConnectionEnd end = only(recorded());

    assertThat(end.number()).isEqualTo(numbers.one());
    assertThat(end.peerNumber()).hasValue(numbers.other());
    assertThat(end.peerAddress()).isEqualTo(PEER);
    assertThat(end.life().bornAfter()).contains(at(2.3));
    // It knew its peer when the call that told it began, 10 us before it returned.
    assertThat(end.life().connected()).contains(at(2.30999));
    assertThat(end.life().ended()).contains(at(7.4));
    assertThat(end.life().ending().orElseThrow().status()).isEqualTo(3);
    assertThat(end.user()).hasValue(1000);
    assertThat(end.device()).isEqualTo("rxe0");
  }

  @Test
  void anEndThatVanishedHasEndedWhenAListDidNotHaveIt() {
    Numbers numbers = scene.connect(node1, node2, 2.3);
    node1.vanish(7.4, numbers.one());

    ConnectionEnd end = only(recorded());

    assertThat(end.life().ended()).contains(at(8));
    assertThat(end.life().ending()).isEmpty();
  }

  @Test
  void anEndThatAListSkippedLivesOn() {
    Numbers numbers = scene.connect(node1, node2, 2.3);
    node1.skips(7, numbers.one());

    assertThat(only(recorded()).life().ended()).isEmpty();
  }

  /** Such a list tells no more than that it may have ended. */
  @Test
  void anEndThatTheLastListSkippedHasEnded() {
    Numbers numbers = scene.connect(node1, node2, 2.3);
    node1.skips(20, numbers.one());

    assertThat(only(recorded()).life().ended()).contains(at(20));
  }

  @Test
  void aSlowMonitorSeesNobodyTwice() {
    node1.slow(0.2);
    for (int i = 0; i < 30; i++) {
      Numbers numbers = scene.connect(node1, node2, 2 + i * 0.1);
      if (i % 2 == 0) {
        node1.end(6 + i * 0.1, numbers.one(), EndCause.DESTROYED, 0);
      }
    }

    HostRecord record = recorded();

    assertThat(record.ends()).hasSize(30);
    assertThat(record.ends().stream().filter(end -> end.life().ended().isPresent())).hasSize(15);
    assertThat(record.ends())
        .allSatisfy(end -> {
          assertThat(end.life().bornAfter()).as("when it was made").isPresent();
          assertThat(end.life().ending().isPresent()).isEqualTo(end.life().ended().isPresent());
        });
  }

  @Test
  void whoseCallsAreLostIsKnownByLists() {
    Numbers numbers = scene.connect(node1, node2, 2.3);
    scene.connect(node1, node2, 2.4);
    node1.end(11.3, numbers.one(), EndCause.DESTROYED, 0);
    node1.loses(numbers.one(), 5);

    HostRecord record = recorded();

    assertThat(record.hasLost()).isTrue();
    ConnectionEnd end =
        record.ends().stream()
            .filter(one -> one.number() == numbers.one())
            .findFirst()
            .orElseThrow();
    assertThat(end.life().bornAfter()).as("the list before did not have it").contains(at(0));
    assertThat(end.life().connected()).contains(at(2.3102));
    assertThat(end.life().ended()).contains(at(15));
    assertThat(end.user()).isEmpty();
  }

  @Test
  void whatIsInANamespaceThatIsHiddenIsNotMissed() {
    Numbers numbers = scene.connect(node1, node2, 2);
    node1.on(2, "10.2.0.6").hides(2);
    node1.make(3, 400);
    node1.connect(3.1, 400, PEER, 401, scene.settings());

    HostRecord record = recorded();

    assertThat(record.complete()).isFalse();
    assertThat(record.ends())
        .extracting(ConnectionEnd::number, end -> end.life().ended().isPresent())
        .containsExactly(tuple(numbers.one(), false), tuple(400, false));
    assertThat(record.ends().getLast().device()).as("nothing tells its name").isEqualTo("#2");
  }

  @Test
  void aRecordingWithoutLossHasLostNothing() {
    scene.connect(node1, node2, 2);

    HostRecord record = recorded();

    assertThat(record.hasLost()).isFalse();
    assertThat(record.complete()).isTrue();
    assertThat(record.leftOut()).isZero();
    assertThat(record.begin()).isEqualTo(at(0));
    assertThat(record.end()).isEqualTo(at(20));
    assertThat(record.listed()).contains(at(20));
    assertThat(record.clockSet()).isZero();
    assertThat(record.addresses()).containsOnlyKeys(node1.gid());
    assertThat(record.addresses().get(node1.gid())).containsExactly(1);
  }

  @Test
  void aClockThatIsSetBackMakesNoTimeNegative() {
    node1.setClock(10.5, Duration.ofSeconds(-100));
    scene.connect(node1, node2, 2);

    HostRecord record = recorded();

    assertThat(record.begin()).isEqualTo(at(11 - 100));
    assertThat(record.end()).isEqualTo(at(10));
    assertThat(record.clockSet()).isEqualTo(Duration.ofSeconds(100));
  }

  @Test
  void endsComeInTheOrderInWhichTheyEndedAndThenByDeviceAndNumber() {
    node1.on(2, "10.2.0.6").make(1, 7);
    node1.on(1, "10.1.0.6").make(1, 9);
    node1.make(1, 8);
    node1.make(1, 60);
    node1.make(1, 61);
    node1.end(5, 61, EndCause.DESTROYED, 0);
    node1.end(6, 60, EndCause.DESTROYED, 0);

    assertThat(recorded().ends())
        .extracting(ConnectionEnd::number)
        .containsExactly(61, 60, 8, 9, 7);
  }

  // Samples, made one by one

  private static Sample sample(double second, Inventory inventory, ControlCall... calls) {
    return sample(second, List.of(RXE0), Map.of(), 0, inventory, calls);
  }

  private static Sample sample(
      double second,
      List<Device> devices,
      Map<Figure, Long> health,
      long leftOut,
      Inventory inventory,
      ControlCall... calls) {
    return Samples.of(
        at(second),
        Math.round(second * 1e9),
        devices,
        List.of(POD),
        Map.of(),
        Map.of(),
        Health.NONE.with(health),
        List.of(calls),
        leftOut,
        inventory,
        Map.of(),
        Cost.NONE);
  }

  private static ControlCall call(double second, Verb verb, int number, ControlCall.Detail detail) {
    return call(second, verb, number, 0, detail);
  }

  private static ControlCall call(
      double second, Verb verb, int number, int errno, ControlCall.Detail detail) {
    return new ControlCall(
        at(second),
        verb,
        1,
        OptionalInt.of(number),
        new ControlCall.Caller(42, 42, "app", false, POD.id(), 1000, false),
        errno,
        Duration.ZERO,
        detail);
  }

  private static ControlCall create(double second, int number) {
    return call(
        second,
        Verb.QP_CREATE,
        number,
        new ControlCall.QueuePairCreation(QueuePairType.RC, OptionalInt.of(1)));
  }

  private static ControlCall rtr(double second, int number, int peer) {
    return call(second, Verb.QP_MODIFY, number, change(QueuePairState.RTR, peer));
  }

  private static QueuePairChange change(QueuePairState state, int peer) {
    return new QueuePairChange(
        QueuePairChange.STATE
            | (peer == 0 ? 0 : QueuePairChange.ADDRESS | QueuePairChange.DESTINATION_QPN),
        Optional.of(state),
        peer,
        0,
        0,
        0,
        0,
        peer == 0 ? "" : PEER);
  }

  private static ControlCall destroy(double second, int number) {
    return call(
        second,
        Verb.QP_DESTROY,
        number,
        new QueuePairEnd(
            EndCause.DESTROYED, 0, Optional.empty(), OptionalInt.empty(), Optional.empty()));
  }

  private static Inventory list(double second, LiveObject... objects) {
    return new Inventory(at(second), List.of(objects), List.of());
  }

  private static LiveObject listed(int number, int peer) {
    return listed(1, number, peer);
  }

  private static LiveObject listed(int device, int number, int peer) {
    return new LiveObject(
        ResourceType.QP,
        device,
        number,
        42,
        "app",
        POD.id(),
        Scenes.connected(peer == 0 ? QueuePairState.INIT : QueuePairState.RTS, number, peer));
  }

  @Test
  void thereIsNoRecordOfNothing() {
    assertThatThrownBy(() -> log.record("a", "a.rec")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void callsThatFailedOrWereRefusedHaveChangedNothing() {
    log.add(
        sample(
            1,
            Inventory.NONE,
            call(
                0.5,
                Verb.QP_CREATE,
                17,
                12,
                new ControlCall.QueuePairCreation(QueuePairType.RC, OptionalInt.of(1))),
            call(
                0.6,
                Verb.QP_CREATE,
                18,
                new ControlCall.Refusal(
                    ControlCall.Refusal.CallOutcome.REFUSED,
                    0,
                    ControlCall.Refusal.Measure.OBJECTS,
                    Optional.of(ResourceType.QP),
                    1,
                    2))));

    HostRecord record = log.record("a", "a.rec");
    assertThat(record.ends()).isEmpty();
    assertThat(record.listed()).as("nothing was ever listed").isEmpty();
    assertThat(record.complete()).isTrue();
  }

  @Test
  void queuePairsThatHaveManyPeersAreNoEnds() {
    log.add(
        sample(
            1,
            list(
                0.9,
                new LiveObject(
                    ResourceType.QP,
                    1,
                    5,
                    42,
                    "app",
                    POD.id(),
                    new LiveObject.QueuePair(
                        QueuePairType.UD,
                        Optional.of(QueuePairState.RTS),
                        5,
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        1,
                        OptionalInt.empty()))),
            call(
                0.5,
                Verb.QP_CREATE,
                6,
                new ControlCall.QueuePairCreation(QueuePairType.UD, OptionalInt.of(1))),
            call(
                0.5,
                Verb.QP_CREATE,
                7,
                new ControlCall.QueuePairCreation(QueuePairType.UD, OptionalInt.of(1))),
            destroy(0.6, 7)));

    assertThat(log.record("a", "a.rec").ends()).isEmpty();
  }

  @Test
  void aNumberThatIsMadeAgainIsAnotherEndThoughNobodySawTheFirstOneEnd() {
    log.add(sample(1, Inventory.NONE, create(0.5, 17), rtr(0.6, 17, 18)));
    log.add(sample(2, Inventory.NONE, create(1.5, 17), rtr(1.6, 17, 19)));

    List<ConnectionEnd> ends = log.record("a", "a.rec").ends();
    assertThat(ends)
        .extracting(end -> end.life().ended())
        .containsExactly(Optional.of(at(1.5)), Optional.empty());
    assertThat(ends)
        .extracting(end -> end.life().connected())
        .containsExactly(Optional.of(at(0.6)), Optional.of(at(1.6)));
  }

  /** The creation comes with the next calls, after a list that has the queue pair already. */
  @Test
  void aCreationThatComesAfterTheListIsThatOfTheListedOne() {
    log.add(sample(1, list(0.9, listed(17, 18))));
    log.add(sample(2, list(1.9, listed(17, 18)), create(0.85, 17), rtr(0.86, 17, 18)));

    ConnectionEnd end = only();
    assertThat(end.life().bornAfter()).contains(at(0.85));
    assertThat(end.life().ended()).isEmpty();
    assertThat(end.user()).hasValue(1000);
  }

  @Test
  void aListComesBetweenTheCallsBeforeItAndThoseAfterIt() {
    log.add(sample(1, list(0.5, listed(17, 18)), destroy(0.6, 17)));

    assertThat(only().life().ended()).contains(at(0.6));
    assertThat(only().life().bornAfter()).isEmpty();
  }

  @Test
  void aListOfBeforeMissesNobodyWhoCameAfterIt() {
    log.add(sample(1, list(0.5), create(0.7, 17), rtr(0.8, 17, 18)));
    log.add(sample(2, list(0.5)));

    assertThat(only().life().ended()).isEmpty();
  }

  @Test
  void whoIsListedAtLastWasNotThereAtTheListBefore() {
    log.add(sample(1, list(0.9)));
    log.add(sample(2, list(1.9, listed(17, 18))));

    ConnectionEnd end = only();
    assertThat(end.life().bornAfter()).contains(at(0.9));
    assertThat(end.life().connected()).as("the list was finished by then").contains(at(2));
    assertThat(end.life().inState()).isEqualTo(at(1.9));
  }

  @Test
  void whoIsToldOfByACallWasNotThereAtTheListBefore() {
    log.add(sample(1, list(0.9)));
    log.add(sample(2, list(0.9), rtr(1.5, 17, 18)));
    assertThat(log.record("a", "a.rec").ends())
        .extracting(end -> end.life().bornAfter())
        .containsExactly(Optional.of(at(0.9)));
  }

  @Test
  void aListThatHasNotAllProvesNoAbsence() {
    Inventory part =
        new Inventory(
            at(0.9), List.of(), List.of(), List.of(new Inventory.Rest(42, ResourceType.QP, 5, 0)));
    log.add(sample(1, part));
    log.add(sample(2, list(1.9, listed(17, 18))));

    assertThat(only().life().bornAfter()).isEmpty();
    assertThat(log.record("a", "a.rec").complete()).isFalse();

    log.add(
        sample(
            3,
            new Inventory(
                at(2.9),
                List.of(),
                List.of(),
                List.of(new Inventory.Rest(42, ResourceType.QP, 5, 0)))));
    assertThat(only().life().ended()).isEmpty();
  }

  @Test
  void whatIsLeftOutOfOtherTypesIsNoReasonToDoubt() {
    log.add(
        sample(
            1,
            new Inventory(
                at(0.9),
                List.of(),
                List.of(),
                List.of(new Inventory.Rest(42, ResourceType.MR, 5, 0)))));

    assertThat(log.record("a", "a.rec").complete()).isTrue();
  }

  @Test
  void aDeviceThatWasNeverNamedIsInNoList() {
    log.add(sample(1, List.of(), Map.of(), 0, list(0.9), create(0.5, 17), rtr(0.6, 17, 18)));
    log.add(sample(2, List.of(), Map.of(), 0, list(1.9)));

    assertThat(only().life().ended()).isEmpty();
    assertThat(only().device()).isEqualTo("#1");
  }

  /** Its queue pairs are gone with it. */
  @Test
  void aDeviceThatIsGoneTookItsQueuePairsWithIt() {
    log.add(sample(1, list(0.9, listed(17, 18))));
    log.add(sample(2, List.of(), Map.of(), 0, list(1.9)));

    assertThat(only().life().ended()).contains(at(1.9));
  }

  @Test
  void aDeviceThatMayBeInAHiddenNamespaceNowDidNot() {
    log.add(sample(1, list(0.9, listed(17, 18))));
    log.add(sample(2, List.of(), Map.of(Figure.NAMESPACES_LEFT_OUT, 1L), 0, list(1.9)));

    assertThat(only().life().ended()).isEmpty();
    assertThat(log.record("a", "a.rec").complete()).isFalse();
  }

  @Test
  void aDeviceOfAnotherNamespaceIsNamedWithIt() {
    log.add(
        sample(1, List.of(new Device(1, "rxe0", "blue")), Map.of(), 0, list(0.9), create(0.5, 16)));
    log.add(
        sample(
            2,
            List.of(new Device(1, "rxe0", "blue")),
            Map.of(),
            0,
            list(1.9, listed(16, 0)),
            create(1.5, 17)));

    assertThat(log.record("a", "a.rec").ends().getLast().device()).isEqualTo("rxe0@blue");
  }

  @Test
  void aListThatShowsAnotherPeerIsThatOfAnotherConnection() {
    log.add(sample(1, list(0.9, listed(17, 18))));
    log.add(sample(2, list(1.9, listed(17, 19))));

    List<ConnectionEnd> ends = log.record("a", "a.rec").ends();
    assertThat(ends)
        .extracting(ConnectionEnd::peerNumber)
        .containsExactly(OptionalInt.of(18), OptionalInt.of(19));
    assertThat(ends.getFirst().life().ended()).contains(at(1.9));
    assertThat(ends.getLast().life().ended()).isEmpty();
  }

  @Test
  void aListThatShowsItWithoutAPeerAgainHasEndedTheConnection() {
    log.add(sample(1, list(0.9, listed(17, 18))));
    log.add(sample(2, list(1.9, listed(17, 0))));

    List<ConnectionEnd> ends = log.record("a", "a.rec").ends();
    assertThat(ends).hasSize(2);
    assertThat(ends.getFirst().life().ended()).contains(at(1.9));
    assertThat(ends.getLast().life().connected()).isEmpty();
    assertThat(ends.getLast().connection().state()).contains(QueuePairState.INIT);
  }

  @Test
  void whoComesBackWithAnotherPeerIsAnotherQueuePair() {
    log.add(sample(1, list(0.9, listed(17, 18))));
    log.add(sample(2, list(1.9)));
    log.add(sample(3, list(2.9, listed(17, 19))));

    List<ConnectionEnd> ends = log.record("a", "a.rec").ends();
    assertThat(ends).hasSize(2);
    assertThat(ends.getLast().life().bornAfter()).contains(at(1.9));
  }

  @Test
  void whoComesBackAsItWasHadBeenLeftOutByMistake() {
    log.add(sample(1, list(0.9, listed(17, 18))));
    log.add(sample(2, list(1.9)));
    log.add(sample(3, list(2.9, listed(17, 18))));

    assertThat(only().life().ended()).isEmpty();
  }

  @Test
  void aCallAfterTheListThatMissesItTellsThatItIsThere() {
    log.add(sample(1, list(0.9, listed(17, 18))));
    log.add(sample(2, list(1.5), call(1.6, Verb.QP_MODIFY, 17, change(QueuePairState.ERR, 0))));
    log.add(sample(3, list(1.5)));

    assertThat(only().connection().state()).contains(QueuePairState.ERR);
    assertThat(only().life().inState()).isEqualTo(at(1.6));
  }

  @Test
  void aPeerThatIsToldAfterAResetIsThatOfAnotherConnection() {
    log.add(
        sample(
            1,
            Inventory.NONE,
            create(0.1, 17),
            rtr(0.2, 17, 18),
            call(0.3, Verb.QP_MODIFY, 17, change(QueuePairState.RESET, 0)),
            rtr(0.4, 17, 19)));

    List<ConnectionEnd> ends = log.record("a", "a.rec").ends();
    assertThat(ends).hasSize(2);
    assertThat(ends.getFirst().life().ended()).contains(at(0.3));
    assertThat(ends.getLast().peerNumber()).hasValue(19);
    assertThat(ends.getLast().life().bornAfter()).as("the queue pair's").contains(at(0.1));
    assertThat(ends.getLast().user()).hasValue(1000);
  }

  /** The list was made after the calls, so it had what they tell. */
  @Test
  void aCallOfBeforeTheListThatHadThePeerBeginsNoOther() {
    log.add(sample(1, list(0.9, listed(17, 18))));
    log.add(sample(2, list(0.9), rtr(0.8, 17, 18)));

    assertThat(only().life().connected()).contains(at(0.8));
    assertThat(only().peerNumber()).hasValue(18);
  }

  @Test
  void anEndIsWhoseItIsSaidToBe() {
    log.add(sample(1, list(0.9), create(0.5, 17)));

    assertThat(only().cgroup()).isEqualTo(POD);
    assertThat(only().connection().pid()).isEqualTo(42);
    assertThat(only().connection().owner()).isEqualTo("app");
  }

  @Test
  void thatOfTheKernelIsNoProcess() {
    ControlCall call =
        new ControlCall(
            at(0.5),
            Verb.QP_CREATE,
            1,
            OptionalInt.of(17),
            new ControlCall.Caller(9, 9, "nvme", true, Cgroup.KERNEL_ID, 0, false),
            0,
            Duration.ZERO,
            new ControlCall.QueuePairCreation(QueuePairType.RC, OptionalInt.of(1)));
    log.add(sample(1, list(0.2), call));

    assertThat(only().connection().pid()).isZero();
    assertThat(only().connection().owner()).isEqualTo("nvme");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, false",
    "0, 1, 0, true",
    "5, 5, 0, false",
    "5, 6, 0, true",
    "5, 4, 0, true",
    "5, 5, 1, true"
  })
  void callsAreMissingIfEventsWereLostMeanwhileOrLeftOut(
      long before, long after, long leftOut, boolean hasLost) {
    log.add(sample(1, List.of(RXE0), Map.of(Figure.LOST_EVENTS, before), 0, Inventory.NONE));
    log.add(sample(2, List.of(RXE0), Map.of(Figure.LOST_EVENTS, after), leftOut, Inventory.NONE));
    log.add(sample(3, List.of(RXE0), Map.of(Figure.LOST_EVENTS, after), 0, Inventory.NONE));

    assertThat(log.record("a", "a.rec").hasLost()).isEqualTo(hasLost);
  }

  /** More than there is room for exist at once: then the oldest are given up. */
  @Test
  void thereIsRoomForSoManyThatExist() {
    HostLog small = new HostLog(0, 3);
    List<ControlCall> calls = new ArrayList<>();
    for (int number = 1; number <= 5; number++) {
      calls.add(create(number * 0.1, number));
    }
    small.add(sample(1, Inventory.NONE, calls.toArray(ControlCall[]::new)));

    HostRecord record = small.record("a", "a.rec");
    assertThat(record.ends()).extracting(ConnectionEnd::number).containsExactly(3, 4, 5);
    assertThat(record.leftOut()).isEqualTo(2);
  }

  @Test
  void thoseThatHaveEndedMakeRoomForThoseThatExist() {
    HostLog small = new HostLog(0, 3);
    small.add(
        sample(
            1,
            Inventory.NONE,
            create(0.1, 1),
            destroy(0.2, 1),
            create(0.3, 2),
            destroy(0.4, 2),
            create(0.5, 3),
            create(0.6, 4)));

    HostRecord record = small.record("a", "a.rec");
    assertThat(record.ends()).extracting(ConnectionEnd::number).containsExactly(2, 3, 4);
    assertThat(record.leftOut()).isEqualTo(1);
  }

  /** Its creation was lost with other events, and it had ended before a list could have it. */
  @Test
  void anEndOfWhichOnlyTheDestructionWasSeenIsKnownByWhatThatTells() {
    log.add(sample(1, list(0.9)));
    Address address =
        new Address(
            Transport.ROCE_V2,
            1,
            OptionalInt.empty(),
            0,
            0,
            Optional.of(Route.between("::ffff:10.1.0.6", PEER, OptionalInt.empty())));
    log.add(
        sample(
            2,
            list(1.9),
            call(
                1.5,
                Verb.QP_DESTROY,
                17,
                new QueuePairEnd(
                    EndCause.KILLED,
                    9,
                    Optional.of(QueuePairState.RTS),
                    OptionalInt.of(18),
                    Optional.of(address))),
            destroy(1.6, 20)));

    ConnectionEnd end = only();
    assertThat(end.number()).isEqualTo(17);
    assertThat(end.peerNumber()).hasValue(18);
    assertThat(end.peerAddress()).isEqualTo(PEER);
    assertThat(end.ownAddress()).isEqualTo("::ffff:10.1.0.6");
    assertThat(end.life().bornAfter()).contains(at(0.9));
    assertThat(end.life().ended()).contains(at(1.5));
    assertThat(end.life().ending().orElseThrow().cause()).isEqualTo(EndCause.KILLED);
  }

  /** Calls are taken out before the list is made, so those of before it may come after it. */
  @Test
  void aListOfAfterACallIsNotWhatItWasNotThereAt() {
    log.add(sample(1, list(0.9)));
    log.add(sample(2, list(0.9), rtr(0.8, 17, 18), destroy(0.85, 17)));

    assertThat(only().life().bornAfter()).isEmpty();
    assertThat(only().life().ended()).contains(at(0.85));
  }

  @Test
  void addressHandlesOfOneProcessToOnePeerAreOne() {
    Inventory handles =
        new Inventory(
            at(0.9),
            List.of(),
            List.of(),
            List.of(),
            List.of(
                handle(1, 42, 1, PEER),
                handle(2, 42, 1, PEER),
                handle(3, 43, 1, PEER),
                handle(4, 42, 2, PEER),
                handle(5, 42, 1, "::ffff:10.1.0.8"),
                handle(6, 42, 1, PEER)),
            0);
    log.add(sample(1, handles));

    assertThat(log.record("a", "a.rec").datagrams())
        .extracting(
            some -> some.example().pid(),
            HostRecord.Datagrams::device,
            HostRecord.Datagrams::peerAddress,
            HostRecord.Datagrams::count)
        .containsExactly(
            tuple(42, "rxe0", PEER, 3L),
            tuple(43, "rxe0", PEER, 1L),
            tuple(42, "#2", PEER, 1L),
            tuple(42, "rxe0", "::ffff:10.1.0.8", 1L));
    assertThat(log.record("a", "a.rec").datagrams())
        .allSatisfy(some -> assertThat(some.cgroup()).isEqualTo(POD));
  }

  private static AddressHandle handle(int number, int pid, int device, String peer) {
    return new AddressHandle(
        number,
        device,
        1,
        pid,
        "app",
        POD.id(),
        at(0.5),
        new Address(
            Transport.ROCE_V2,
            1,
            OptionalInt.empty(),
            0,
            0,
            Optional.of(Route.between("", peer, OptionalInt.empty()))));
  }

  /** It has no connection yet. */
  @Test
  void aServerThatWaitsShowsItsAddress() {
    LiveObject id =
        new LiveObject(
            ResourceType.CM_ID,
            1,
            3,
            42,
            "server",
            POD.id(),
            new LiveObject.Connection("LISTEN", "TCP", "10.1.0.9:7174", "", OptionalInt.empty()));
    log.add(sample(1, list(0.9, id)));

    assertThat(log.record("a", "a.rec").addresses()).containsOnlyKeys("::ffff:10.1.0.9");
  }

  /** Also those that only an end shows that no list ever had. */
  @Test
  void anAddressIsKnownByAnEndThatWasNeverListed() {
    scene.connect(node1, node2, 2.3);
    node1.on(2, "10.2.0.6").make(4.1, 400);
    node1.connect(4.2, 400, PEER, 401, scene.settings());
    node1.end(4.3, 400, EndCause.DESTROYED, 0);

    assertThat(recorded().addresses())
        .containsOnlyKeys(node1.gid(), "::ffff:10.2.0.6")
        .containsEntry("::ffff:10.2.0.6", new TreeSet<>(Set.of(2)));
  }
}
