// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;

/** What calls and lists together tell of a queue pair. */
class TrackedQueuePairTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final OptionalInt UNKNOWN = OptionalInt.empty();

  private final TrackedQueuePair made = made(QueuePairType.RC);

  private static Instant at(long second) {
    return START.plusSeconds(second);
  }

  /** One that was made at the start by app[42], in domain 5. */
  private static TrackedQueuePair made(QueuePairType type) {
    return new TrackedQueuePair(
        new ControlCall(
            START,
            Verb.QP_CREATE,
            1,
            OptionalInt.of(17),
            new ControlCall.Caller(42, 42, "app", false, 77, 1000, false),
            0,
            Duration.ZERO,
            new ControlCall.QueuePairCreation(type, OptionalInt.of(5))),
        17);
  }

  private static LiveObject owned(int pid, String owner, long cgroup, QueuePair pair) {
    return new LiveObject(ResourceType.QP, 1, 17, pid, owner, cgroup, pair);
  }

  private static LiveObject listed(QueuePair pair) {
    return owned(42, "app", 77, pair);
  }

  private static QueuePair pair(QueuePairState state) {
    return pair(QueuePairType.RC, Optional.of(state), UNKNOWN, UNKNOWN, UNKNOWN);
  }

  private static QueuePair pair(
      QueuePairType type,
      Optional<QueuePairState> state,
      OptionalInt peer,
      OptionalInt psn,
      OptionalInt pdn) {
    return new QueuePair(type, state, 17, peer, psn, psn, 1, pdn);
  }

  private static QueuePairChange change(int attributes, QueuePairState state) {
    return new QueuePairChange(
        attributes | QueuePairChange.STATE, Optional.of(state), 18, 100, 200, 0, 0, "fe80::2");
  }

  private static final int ALL =
      QueuePairChange.ADDRESS
          | QueuePairChange.DESTINATION_QPN
          | QueuePairChange.RQ_PSN
          | QueuePairChange.SQ_PSN;

  @Test
  void aListTellsWhoseItIsNow() {
    made.list(owned(43, "heir", 78, pair(QueuePairState.RTS)), at(1));

    assertThat(made.pid()).isEqualTo(43);
    assertThat(made.comm()).isEqualTo("heir");
    assertThat(made.cgroup()).isEqualTo(78);
  }

  /** The thread that made it has ended, or it is the kernel's. */
  @ParameterizedTest
  @CsvSource({"0, ''", "43, ''", "0, nvme"})
  void aListThatDoesNotKnowTheOwnerLeavesTheOneThatIsKnown(int pid, String owner) {
    made.list(owned(pid, owner, Cgroup.OVERFLOW_ID, pair(QueuePairState.RTS)), at(1));

    assertThat(made.pid()).isEqualTo(42);
    assertThat(made.comm()).isEqualTo("app");
    assertThat(made.cgroup()).isEqualTo(77);
    assertThat(made.state()).as("the state is believed all the same").contains(QueuePairState.RTS);
  }

  @Test
  void aListTellsTypeDomainAndPeer() {
    made.list(
        listed(
            pair(
                QueuePairType.UC,
                Optional.of(QueuePairState.RTS),
                OptionalInt.of(18),
                OptionalInt.of(300),
                OptionalInt.of(6))),
        at(1));

    assertThat(made.type()).isEqualTo(QueuePairType.UC);
    assertThat(made.pdn()).hasValue(6);
    assertThat(made.destinationQpn()).hasValue(18);
    assertThat(made.rqPsn()).hasValue(300);
    assertThat(made.sqPsn()).hasValue(300);
    assertThat(made.hasFirstPsns()).isFalse();
    assertThat(made.state()).contains(QueuePairState.RTS);
    assertThat(made.stateSince()).isEqualTo(at(1));
  }

  @Test
  void whatAListDoesNotTellStaysAsItIs() {
    made.change(change(ALL, QueuePairState.RTR), at(1));
    made.list(
        listed(pair(QueuePairType.UNKNOWN, Optional.empty(), UNKNOWN, UNKNOWN, UNKNOWN)), at(2));

    assertThat(made.type()).isEqualTo(QueuePairType.RC);
    assertThat(made.pdn()).hasValue(5);
    assertThat(made.destinationQpn()).hasValue(18);
    assertThat(made.destinationGid()).isEqualTo("fe80::2");
    assertThat(made.state()).contains(QueuePairState.RTR);
  }

  /** Those of a list count up with each packet. */
  @Test
  void sequenceNumbersThatTheConnectionBeganWithAreKept() {
    assertThat(made.hasFirstPsns()).isFalse();
    made.change(change(ALL, QueuePairState.RTR), at(1));
    made.list(
        listed(
            pair(
                QueuePairType.RC,
                Optional.of(QueuePairState.RTS),
                OptionalInt.of(18),
                OptionalInt.of(300),
                UNKNOWN)),
        at(2));

    assertThat(made.hasFirstPsns()).isTrue();
    assertThat(made.rqPsn()).hasValue(100);
    assertThat(made.sqPsn()).hasValue(200);
  }

  @ParameterizedTest
  @CsvSource({"1, RTS", "2, RTR", "3, RTR"})
  void aListIsBelievedOnlyIfNoCallChangedItSince(long changed, QueuePairState state) {
    made.change(change(ALL, QueuePairState.RTR), at(changed));
    made.list(listed(pair(QueuePairState.RTS)), at(2));

    assertThat(made.state()).contains(state);
  }

  @Test
  void aStateBeginsWhenItIsEnteredAndNotWhenItIsToldAgain() {
    made.change(change(0, QueuePairState.RTS), at(1));
    made.list(listed(pair(QueuePairState.RTS)), at(2));
    assertThat(made.stateSince()).isEqualTo(at(1));

    made.list(listed(pair(QueuePairState.ERR)), at(3));
    assertThat(made.stateSince()).isEqualTo(at(3));
  }

  @Test
  void aResetForgetsThePeer() {
    made.change(change(ALL, QueuePairState.RTR), at(1));
    made.change(change(0, QueuePairState.RESET), at(2));

    assertThat(made.destinationQpn()).isEmpty();
    assertThat(made.destinationGid()).isEmpty();
    assertThat(made.rqPsn()).isEmpty();
    assertThat(made.sqPsn()).isEmpty();
    assertThat(made.hasFirstPsns()).isFalse();
    assertThat(made.isUnconnected()).isTrue();
  }

  @Test
  void oneOfAListIsAsTheListHasIt() {
    TrackedQueuePair found =
        new TrackedQueuePair(owned(9, "old", 80, pair(QueuePairState.RTS)), at(4));

    assertThat(found.pid()).isEqualTo(9);
    assertThat(found.isKernel()).isFalse();
    assertThat(found.stateSince()).isEqualTo(at(4));
    assertThat(found.isConnected()).isTrue();
    assertThat(
            new TrackedQueuePair(
                    owned(0, "nvme", Cgroup.KERNEL_ID, pair(QueuePairState.RTS)), at(4))
                .isKernel())
        .isTrue();
  }

  @Test
  void thatItWasMadeDoesNotTellThatItIsUnconnected() {
    assertThat(made.state()).contains(QueuePairState.RESET);
    assertThat(made.isUnconnected()).isFalse();

    made.list(listed(pair(QueuePairState.INIT)), at(1));

    assertThat(made.isUnconnected()).isTrue();
  }

  @Test
  void whatHasEndedIsNotConnected() {
    made.change(change(ALL, QueuePairState.RTS), at(1));
    assertThat(made.isConnected()).isTrue();

    made.end();

    assertThat(made.isConnected()).isFalse();
    assertThat(made.isLive()).isFalse();
  }
}
