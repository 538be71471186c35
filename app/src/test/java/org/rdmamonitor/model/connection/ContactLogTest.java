// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

class ContactLogTest {
  private final ContactLog log = new ContactLog();

  private static ControlCall call(
      Verb verb, int errno, boolean isKernel, ControlCall.Detail detail) {
    return new ControlCall(
        Scenes.START,
        verb,
        1,
        OptionalInt.of(17),
        new ControlCall.Caller(42, 42, "brief", isKernel, 93, 0, false),
        errno,
        Duration.ZERO,
        detail);
  }

  private static QueuePairChange toward(String gid, int attributes) {
    return new QueuePairChange(attributes, Optional.of(QueuePairState.RTR), 18, 0, 0, 0, 0, gid);
  }

  private List<String> peersOf(String comm) {
    return log.contacts().keySet().stream()
        .filter(contact -> contact.comm().equals(comm))
        .map(contact -> contact.peer().text())
        .toList();
  }

  @Test
  void whatIsListedCountsAndWhatTheKernelHasDoesNot() {
    log.add(Scenes.connections());

    assertThat(peersOf("app")).containsExactly("10.77.0.2");
    assertThat(peersOf("target")).containsExactly("lid:7");
    assertThat(peersOf("ib_ipoib")).isEmpty();
    assertThat(log.begin()).isEqualTo(log.end()).isEqualTo(Scenes.connections().time());
  }

  @Test
  void connectionsThatNoListHasAreKnownByTheirCalls() {
    Address lid = new Address(Transport.IB, 1, OptionalInt.of(9), 0, 0, Optional.empty());
    Address another = new Address(Transport.IB, 1, OptionalInt.of(10), 0, 0, Optional.empty());
    log.add(
        Scenes.busy()
            .with(
                List.of(
                    call(
                        Verb.QP_MODIFY,
                        0,
                        false,
                        toward("::ffff:10.1.0.7", QueuePairChange.ADDRESS)),
                    call(Verb.QP_MODIFY, 0, false, toward("::ffff:10.1.0.8", 0)),
                    call(
                        Verb.QP_MODIFY,
                        22,
                        false,
                        toward("::ffff:10.1.0.9", QueuePairChange.ADDRESS)),
                    call(
                        Verb.QP_MODIFY,
                        0,
                        true,
                        toward("::ffff:10.1.0.10", QueuePairChange.ADDRESS)),
                    call(
                        Verb.QP_DESTROY,
                        0,
                        false,
                        new QueuePairEnd(
                            EndCause.DESTROYED,
                            0,
                            Optional.empty(),
                            OptionalInt.empty(),
                            Optional.of(lid))),
                    call(
                        Verb.QP_DESTROY,
                        0,
                        false,
                        new QueuePairEnd(
                            EndCause.DEVICE_REMOVED,
                            0,
                            Optional.empty(),
                            OptionalInt.empty(),
                            Optional.of(another)))),
                List.of(),
                0));

    assertThat(peersOf("brief")).containsExactly("10.1.0.7", "lid:9");
  }

  /** A list with a connection of RDMA-CM's that no call was seen to make. */
  private static Sample old(int second, List<DeviceFacts.Port> ports) {
    Sample like = Scenes.busy();
    LiveObject.QueuePair pair = Scenes.connected(QueuePairState.RTS, 17, 18);
    LiveObject.Connection id =
        new LiveObject.Connection(
            "CONNECT", "TCP", "10.1.0.6:4000", "10.1.0.7:7174", OptionalInt.of(17));
    return new Sample(
        like.time().plusSeconds(second),
        like.nanos(),
        like.devices(),
        like.cgroups(),
        like.counts(),
        like.errors(),
        like.health(),
        List.of(),
        0,
        new Inventory(
            like.time().plusSeconds(second),
            List.of(
                new LiveObject(ResourceType.QP, 1, 17, 42, "old", 93, pair),
                new LiveObject(ResourceType.CM_ID, 1, 3, 42, "old", 93, id)),
            List.of()),
        Map.of(1, new DeviceFacts(Map.of(), ports)),
        like.cost(),
        like.enforcement(),
        like.ethernet(),
        List.of());
  }

  /** What ports a device has may be known later than what is connected on it. */
  @Test
  void whatBecomesKnownByRdmaCmIsUnknownNoMore() {
    log.add(old(1, List.of()));
    assertThat(log.unknown()).hasSize(1);

    log.add(
        old(2, List.of(new DeviceFacts.Port(1, "ACTIVE", "LinkUp", "Ethernet", "", "", Map.of()))));

    assertThat(peersOf("old")).containsExactly("10.1.0.7");
    assertThat(log.unknown()).isEmpty();
  }

  /** Each of a cgroup of its own, whose name is not known, to an address of its own. */
  private static List<ControlCall> calls(int count) {
    return IntStream.range(0, count)
        .mapToObj(i ->
            new ControlCall(
                Scenes.START,
                Verb.QP_MODIFY,
                1,
                OptionalInt.of(17),
                new ControlCall.Caller(42, 42, "brief", false, 1000 + i, 0, false),
                0,
                Duration.ZERO,
                toward("fd00::%x:%x".formatted(i >> 16, i & 0xffff), QueuePairChange.ADDRESS)))
        .toList();
  }

  @Test
  void whatFindsNoRoomIsCounted() {
    log.add(Scenes.busy().with(calls(ContactLog.MOST), List.of(), 0));
    assertThat(log.leftOut()).isZero();

    log.add(Scenes.busy().with(calls(ContactLog.MOST + 2), List.of(), 0));
    assertThat(log.contacts()).hasSize(ContactLog.MOST);
    assertThat(log.leftOut()).as("those that are there already need none").isEqualTo(2);
  }

  @Test
  void contactsOfCgroupsThatAreNotKnownAreCounted() {
    log.add(Scenes.connections().with(calls(3), List.of(), 0));

    assertThat(log.contacts().keySet())
        .filteredOn(contact -> contact.cgroup().isEmpty())
        .hasSize((int) log.ofUnknownCgroups());
    assertThat(log.ofUnknownCgroups()).isBetween(1L, (long) log.contacts().size() - 1);
  }

  @Test
  void aContactWasFirstSeenWhenTheEarliestOfItsCallsWasMade() {
    List<ControlCall> calls = new ArrayList<>();
    for (int second : new int[] {5, 2, 9}) {
      ControlCall call = calls(1).getFirst();
      calls.add(
          new ControlCall(
              Scenes.START.plusSeconds(second),
              call.verb(),
              call.device(),
              call.objectId(),
              call.caller(),
              0,
              call.duration(),
              call.detail()));
    }
    log.add(Scenes.busy().with(calls, List.of(), 0));

    assertThat(log.contacts().values()).containsExactly(Scenes.START.plusSeconds(2));
  }

  /** The end of a queue pair tells the peer that it had all the time. */
  @Test
  void whatBecomesKnownByItsEndIsUnknownNoMore() {
    log.add(old(1, List.of()));
    assertThat(log.unknown()).hasSize(1);
    Address lid = new Address(Transport.IB, 1, OptionalInt.of(9), 0, 0, Optional.empty());

    log.add(
        Scenes.busy()
            .with(
                List.of(
                    call(
                        Verb.QP_DESTROY,
                        0,
                        false,
                        new QueuePairEnd(
                            EndCause.DESTROYED,
                            0,
                            Optional.empty(),
                            OptionalInt.empty(),
                            Optional.of(lid)))),
                List.of(),
                0));

    assertThat(log.unknown()).isEmpty();
  }

  /** What it is told now does not say where it led before. */
  @Test
  void whatIsConnectedAnewIsStillUnknownForTheTimeBefore() {
    log.add(old(1, List.of()));
    log.add(
        Scenes.busy()
            .with(
                List.of(
                    call(
                        Verb.QP_MODIFY,
                        0,
                        false,
                        toward("::ffff:10.1.0.7", QueuePairChange.ADDRESS))),
                List.of(),
                0));

    assertThat(log.unknown()).hasSize(1);
  }
}
