// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.CompletionQueue;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairCreation;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.ControlCall.Region;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.monitor.AddressRecord;
import org.rdmamonitor.nativelib.monitor.AsyncRecord;
import org.rdmamonitor.nativelib.monitor.CallDetail;
import org.rdmamonitor.nativelib.monitor.CallRecord;
import org.rdmamonitor.nativelib.monitor.EndRecord;
import org.rdmamonitor.nativelib.monitor.EndingRecord;
import org.rdmamonitor.nativelib.monitor.FlowRecord;
import org.rdmamonitor.nativelib.monitor.RefusalRecord;

class CallBufferTest {
  // enum rm_event_flags (bpf/rdma_monitor.h)
  private static final int KERNEL = 1;
  private static final int ID = 2;
  private static final int QP_STATE = 8;
  private static final int NET_RAW = 16;
  private static final int QP_TYPE = 32;
  private static final int PD = 64;
  private static final int ACCESS = 128;
  private static final int RKEY = 256;
  private static final int OWNER = 4096;

  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  private final CallBuffer buffer = new CallBuffer(Clock.fixed(NOW, ZoneOffset.UTC));

  private static CallDetail detail(int attributes, CallDetail.Gid gid) {
    return new CallDetail(4096, 0x1000, attributes, 2, 17, 5, 6, 0x8001_0000, 7, 8, 9, 10, gid);
  }

  private static CallRecord record(Verb verb, int flags, CallDetail detail) {
    return record(verb, flags, detail, FlowRecord.NONE);
  }

  private static CallRecord record(Verb verb, int flags, CallDetail detail, FlowRecord flow) {
    return new CallRecord(
        System.nanoTime(),
        1500,
        42,
        Numbering.of(verb),
        flags,
        1,
        77,
        4000,
        4001,
        1000,
        12,
        "comm",
        detail,
        flow,
        EndingRecord.NONE,
        RefusalRecord.NONE,
        Optional.empty());
  }

  /** Of an object or connection with number 77, whose owner is known. */
  private AsyncEvent happens(AsyncRecord async, int flags, int status) {
    buffer.add(
        new CallRecord(
            System.nanoTime(),
            0,
            42,
            256,
            flags,
            1,
            77,
            4000,
            0,
            0,
            status,
            "comm",
            CallDetail.NONE,
            FlowRecord.NONE,
            EndingRecord.NONE,
            RefusalRecord.NONE,
            Optional.of(async)));
    return buffer.drain().events().getFirst();
  }

  private static AsyncRecord async(AsyncRecord.Source source, int number, int type, int all) {
    AddressRecord address =
        new AddressRecord(
            AddressRecord.Link.ROCE_V2,
            1,
            0,
            0,
            3,
            true,
            true,
            new CallDetail.Gid(0, 0x0000ffff_0a4d0001L),
            1,
            new CallDetail.Gid(0, 0x0000ffff_0a4d0002L),
            0,
            64,
            104);
    return new AsyncRecord(source, number, 2, type, 18, all, address);
  }

  @Test
  void aDeviceTellsOfAPort() {
    AsyncRecord port = async(AsyncRecord.Source.DEVICE, 10, 0, 0);

    AsyncEvent event = happens(port, 0, 0);

    assertThat(event.time()).isBetween(NOW.minusSeconds(10), NOW);
    assertThat(event.name()).isEqualTo("PORT_ERR");
    assertThat(event.device()).isEqualTo(1);
    assertThat(event.owner()).isEmpty();
    assertThat(event.subject()).isEqualTo(new AsyncEvent.Port(OptionalInt.of(2)));
    assertThat(happens(async(AsyncRecord.Source.DEVICE, 8, 0, 0), 0, 0).subject())
        .as("of DEVICE_FATAL drivers set no port that means anything")
        .isEqualTo(new AsyncEvent.Port(OptionalInt.empty()));
  }

  @Test
  void aDeviceTellsOfAQueuePairWithItsPeer() {
    int all = EndRecord.ADDRESS | EndRecord.DESTINATION_QPN;
    int type = Numbering.of(ResourceType.QP);

    AsyncEvent event =
        happens(async(AsyncRecord.Source.OBJECT, 3, type, all), ID | OWNER | KERNEL, 0);

    assertThat(event.name()).isEqualTo("QP_ACCESS_ERR");
    assertThat(event.owner()).contains(new AsyncEvent.Owner(4000, "comm", true, 42));
    assertThat(event.subject())
        .isEqualTo(
            new AsyncEvent.Resource(
                Optional.of(ResourceType.QP),
                OptionalInt.of(77),
                OptionalInt.of(18),
                Optional.of(
                    new QueuePairPath.Address(
                        QueuePairPath.Transport.ROCE_V2,
                        1,
                        OptionalInt.empty(),
                        0,
                        3,
                        Optional.of(
                            QueuePairPath.Route.of(
                                "::ffff:10.77.0.1", 1, "::ffff:10.77.0.2", 0, 64, 104))))));
    assertThat(happens(async(AsyncRecord.Source.OBJECT, 19, 8, 0), 0, 0).subject())
        .as("a work queue, of which nothing is known")
        .isEqualTo(
            new AsyncEvent.Resource(
                Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty()));
  }

  @Test
  void theConnectionManagerTellsOfAConnection() {
    AsyncEvent event =
        happens(
            async(AsyncRecord.Source.CONNECTION_MANAGER, 8, 0, EndRecord.ADDRESS), ID | OWNER, 28);

    assertThat(event.name()).isEqualTo("REJECTED");
    assertThat(event.reason()).isEqualTo("CONSUMER_DEFINED");
    assertThat(event.owner()).contains(new AsyncEvent.Owner(4000, "comm", false, 42));
    assertThat(event.subject())
        .isEqualTo(
            new AsyncEvent.Connection(OptionalInt.of(77), OptionalInt.of(18), 28, "10.77.0.2", 2));
  }

  @Test
  void aProcessTellsOfABadCompletionAndItsEndKnowsOfIt() {
    AsyncEvent event = happens(async(AsyncRecord.Source.COMPLETION, 12, 0, 0), ID | OWNER, 0x81);

    assertThat(event.name()).isEqualTo("RETRY_EXC_ERR");
    assertThat(event.owner()).contains(new AsyncEvent.Owner(4000, "comm", false, 42));
    assertThat(event.subject()).isEqualTo(new AsyncEvent.Completion(OptionalInt.of(77), 0x81));
    assertThat(ended(16, EndingRecord.Cause.DESTROYED, 0, 0))
        .as("one that has not ended")
        .isEqualTo(ControlCall.None.NONE);
    assertThat(ended(0, EndingRecord.Cause.UNKNOWN, 0, 0))
        .isEqualTo(
            new QueuePairEnd(
                EndCause.UNKNOWN,
                0,
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.of(12),
                Optional.empty()));
    assertThat(ended(0, EndingRecord.Cause.DESTROYED, 0, 0))
        .as("another one with that number")
        .isEqualTo(unconnected(EndCause.DESTROYED, 0));
  }

  @Test
  void anEndKnowsWhatTheConnectionManagerToldOfIt() {
    // Of queue pair 18, which is that of the connection.
    happens(async(AsyncRecord.Source.CONNECTION_MANAGER, 8, 0, 0), ID | OWNER, 28);

    assertThat(((QueuePairEnd) endsBy(EndingRecord.Cause.DESTROYED, 77).detail()).forewarning())
        .as("of another")
        .isEmpty();
    QueuePairEnd end = (QueuePairEnd) endsBy(EndingRecord.Cause.DESTROYED, 18).detail();
    assertThat(end.forewarning())
        .hasValueSatisfying(told -> {
          assertThat(told.name()).isEqualTo("REJECTED");
          assertThat(told.reason()).isEqualTo("CONSUMER_DEFINED");
        });
    assertThat(((QueuePairEnd) endsBy(EndingRecord.Cause.DESTROYED, 18).detail()).forewarning())
        .as("another one with that number")
        .isEmpty();
  }

  @Test
  void aQueuePairThatBeginsAnewHasNoForewarning() {
    happens(async(AsyncRecord.Source.CONNECTION_MANAGER, 8, 0, 0), ID | OWNER, 28);
    buffer.add(recordOf(Verb.QP_CREATE, 18, 9, "app", 1, EndingRecord.NONE));

    assertThat(((QueuePairEnd) endsBy(EndingRecord.Cause.DESTROYED, 18).detail()).forewarning())
        .isEmpty();
  }

  private CallRecord recordOf(
      Verb verb, int id, int pid, String comm, long cgroup, EndingRecord ending) {
    return new CallRecord(
        System.nanoTime(),
        1500,
        cgroup,
        Numbering.of(verb),
        ID,
        1,
        id,
        pid,
        pid,
        1000,
        0,
        comm,
        CallDetail.NONE,
        FlowRecord.NONE,
        ending,
        RefusalRecord.NONE,
        Optional.empty());
  }

  /** The end of a queue pair by somebody else than its process. */
  private ControlCall endsBy(EndingRecord.Cause cause, int id) {
    buffer.add(
        recordOf(
            Verb.QP_DESTROY,
            id,
            9,
            "rmmod",
            1,
            new EndingRecord(cause, 0, 0, 3, 18, EndingRecord.NONE.address())));
    return buffer.drain().calls().getLast();
  }

  private static LiveObject listed(int id, int pid, String owner, long cgroup) {
    return new LiveObject(ResourceType.QP, 1, id, pid, owner, cgroup, LiveObject.None.NONE);
  }

  private static Inventory list(int second, LiveObject... objects) {
    return new Inventory(NOW.plusSeconds(second), List.of(objects), List.of());
  }

  @Test
  void whereADeviceIsRemovedAnEndIsToldOfWhoMadeTheQueuePair() {
    buffer.add(recordOf(Verb.QP_CREATE, 17, 4000, "app", 42, EndingRecord.NONE));
    buffer.add(
        new CallRecord(
            System.nanoTime(),
            0,
            42,
            256,
            ID | OWNER,
            1,
            17,
            4000,
            0,
            0,
            0,
            "app",
            CallDetail.NONE,
            FlowRecord.NONE,
            EndingRecord.NONE,
            RefusalRecord.NONE,
            Optional.of(async(AsyncRecord.Source.COMPLETION, 12, 0, 0))));

    ControlCall end = endsBy(EndingRecord.Cause.REMOVED, 17);

    assertThat(end.caller())
        .isEqualTo(new ControlCall.Caller(4000, 4000, "app", false, 42, 1000, false));
    assertThat(((QueuePairEnd) end.detail()).badCompletion()).hasValue(12);
    assertThat(endsBy(EndingRecord.Cause.REMOVED, 17).caller().comm())
        .as("another one with that number")
        .isEqualTo("rmmod");
  }

  @Test
  void ofQueuePairsThatNoCallHasShownListsTellWhoseTheyAre() {
    LiveObject old = listed(17, 4000, "app", 42);
    buffer.list(list(0, old, listed(18, 0, "", Cgroup.OVERFLOW_ID)));
    buffer.list(list(1, listed(19, 4001, "other", 43)));
    buffer.list(list(1, listed(19, 4001, "other", 43)));

    assertThat(endsBy(EndingRecord.Cause.REMOVED, 19).caller())
        .isEqualTo(
            new ControlCall.Caller(
                4001, 4001, "other", false, 43, ControlCall.Caller.UNKNOWN_USER, false));
    assertThat(endsBy(EndingRecord.Cause.REMOVED, 17).caller().comm())
        .as("it ended while the latest was made")
        .isEqualTo("app");
    assertThat(endsBy(EndingRecord.Cause.REMOVED, 18).caller().comm())
        .as("nobody knows")
        .isEqualTo("rmmod");
    buffer.list(list(2));
    assertThat(endsBy(EndingRecord.Cause.REMOVED, 17).caller().comm()).isEqualTo("rmmod");
  }

  @Test
  void otherEndsAreToldOfWhoCausedThem() {
    buffer.add(recordOf(Verb.QP_CREATE, 17, 4000, "app", 42, EndingRecord.NONE));

    assertThat(endsBy(EndingRecord.Cause.DESTROYED, 17).caller().comm()).isEqualTo("rmmod");
    assertThat(endsBy(EndingRecord.Cause.REMOVED, 17).caller().comm())
        .as("the queue pair is gone since")
        .isEqualTo("rmmod");
  }

  @Test
  void eventsThatDoNotFitAreCounted() {
    buffer.add(record(Verb.PD_ALLOC, 0, CallDetail.NONE));
    CallBuffer.Calls first = buffer.drain();
    AsyncEvent event = happens(async(AsyncRecord.Source.DEVICE, 10, 0, 0), 0, 0);
    List<AsyncEvent> many = new ArrayList<>();
    for (int i = 0; i < CallBuffer.CAPACITY; i++) {
      many.add(event);
    }
    buffer.putBack(new CallBuffer.Calls(first.calls(), many, 2));
    buffer.putBack(new CallBuffer.Calls(new ArrayList<>(), new ArrayList<>(List.of(event)), 0));

    CallBuffer.Calls drained = buffer.drain();
    assertThat(drained.calls()).hasSize(1);
    assertThat(drained.events()).hasSize(CallBuffer.CAPACITY);
    assertThat(drained.leftOut()).isEqualTo(3);
  }

  private ControlCall.Detail ended(
      int error, EndingRecord.Cause cause, int status, int attributes) {
    AddressRecord address =
        new AddressRecord(
            AddressRecord.Link.IB,
            1,
            9,
            0,
            3,
            false,
            false,
            new CallDetail.Gid(0, 0),
            0,
            new CallDetail.Gid(0, 0),
            0,
            0,
            0);
    buffer.add(
        new CallRecord(
            System.nanoTime(),
            1500,
            42,
            Numbering.of(Verb.QP_DESTROY),
            ID,
            1,
            77,
            4000,
            4001,
            1000,
            error,
            "comm",
            CallDetail.NONE,
            FlowRecord.NONE,
            new EndingRecord(cause, status, attributes, 3, 18, address),
            RefusalRecord.NONE,
            Optional.empty()));
    return buffer.drain().calls().getFirst().detail();
  }

  private static QueuePairEnd unconnected(EndCause cause, int status) {
    return new QueuePairEnd(cause, status, Optional.empty(), OptionalInt.empty(), Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "DESTROYED, 0, DESTROYED, 0",
    "CLOSED, 0, CLOSED, 0",
    "EXITED, 0, EXITED, 0",
    "EXITED, 0x0300, EXITED, 3",
    "EXITED, 0xff00, EXITED, 255",
    "EXITED, 9, KILLED, 9",
    "EXITED, 0x8b, KILLED, 11",
    "OOM, 9, OUT_OF_MEMORY, 9",
    "REMOVED, 0, DEVICE_REMOVED, 0",
    "KERNEL, 0, KERNEL_CONSUMER, 0"
  })
  void anEndHasItsCause(
      EndingRecord.Cause cause, String status, EndCause expected, int expectedStatus) {
    assertThat(ended(0, cause, Integer.decode(status), 0))
        .isEqualTo(unconnected(expected, expectedStatus));
  }

  @Test
  void anEndHasThePeerAsFarAsItIsKnown() {
    int all = EndRecord.STATE | EndRecord.ADDRESS | EndRecord.DESTINATION_QPN;

    assertThat(ended(0, EndingRecord.Cause.UNKNOWN, 0, all))
        .isEqualTo(
            new QueuePairEnd(
                EndCause.UNKNOWN,
                0,
                Optional.of(QueuePairState.RTS),
                OptionalInt.of(18),
                Optional.of(
                    new QueuePairPath.Address(
                        QueuePairPath.Transport.IB,
                        1,
                        OptionalInt.of(9),
                        0,
                        3,
                        Optional.empty()))));
    assertThat(ended(0, EndingRecord.Cause.UNKNOWN, 0, 0)).isEqualTo(ControlCall.None.NONE);
  }

  @Test
  void oneThatWasNotDestroyedHasNotEnded() {
    assertThat(ended(16, EndingRecord.Cause.DESTROYED, 0, EndRecord.STATE))
        .isEqualTo(ControlCall.None.NONE);
  }

  private ControlCall convert(Verb verb, int flags, CallDetail detail) {
    buffer.add(record(verb, flags, detail));
    return buffer.drain().calls().getFirst();
  }

  @Test
  void aRecordBecomesACall() {
    ControlCall call = convert(Verb.PD_ALLOC, KERNEL | ID | NET_RAW, CallDetail.NONE);

    assertThat(call.time()).isBetween(NOW.minusSeconds(10), NOW);
    assertThat(call.verb()).isEqualTo(Verb.PD_ALLOC);
    assertThat(call.device()).isEqualTo(1);
    assertThat(call.objectId()).hasValue(77);
    assertThat(call.caller())
        .isEqualTo(new ControlCall.Caller(4000, 4001, "comm", true, 42, 1000, true));
    assertThat(call.errno()).isEqualTo(12);
    assertThat(call.duration()).isEqualTo(Duration.ofNanos(1500));
    assertThat(call.detail()).isEqualTo(ControlCall.None.NONE);
  }

  @Test
  void theClockIsReadAgainForWhatCameAfterItWasRead() {
    AtomicReference<Instant> now = new AtomicReference<>(NOW);
    InstantSource clock = now::get;
    CallBuffer set = new CallBuffer(clock.withZone(ZoneOffset.UTC));
    CallRecord first = record(Verb.PD_ALLOC, 0, CallDetail.NONE);
    CallRecord second = record(Verb.PD_ALLOC, 0, CallDetail.NONE);

    set.add(first);
    now.set(NOW.plusSeconds(3600));
    set.add(second);
    set.add(record(Verb.PD_ALLOC, 0, CallDetail.NONE));

    List<ControlCall> calls = set.drain().calls();
    assertThat(calls.get(0).time()).isBetween(NOW.minusSeconds(10), NOW);
    assertThat(calls.get(1).time()).isBetween(calls.get(0).time(), NOW);
    assertThat(calls.get(2).time()).isBetween(NOW.plusSeconds(3590), NOW.plusSeconds(3600));
  }

  @Test
  void whatIsNotMeantIsLeftOut() {
    CallDetail detail = detail(0, new CallDetail.Gid(0, 0));

    assertThat(convert(Verb.PD_ALLOC, 0, detail).objectId()).isEmpty();
    assertThat(convert(Verb.QP_CREATE, 0, detail).detail())
        .isEqualTo(new QueuePairCreation(QueuePairType.UNKNOWN, OptionalInt.empty()));
    assertThat(convert(Verb.QP_MODIFY, 0, detail).queuePairState()).isEmpty();
    assertThat(convert(Verb.MR_REG, 0, detail).detail())
        .isEqualTo(
            new Region(
                4096, 0x1000, OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty()));
  }

  @Test
  void detailsAreThoseOfTheVerb() {
    CallDetail detail = detail(0x100001, new CallDetail.Gid(0, 0x0000ffff0a4d0001L));

    assertThat(convert(Verb.QP_CREATE, QP_TYPE | PD, detail).detail())
        .isEqualTo(new QueuePairCreation(QueuePairType.RAW_PACKET, OptionalInt.of(9)));
    assertThat(convert(Verb.QP_MODIFY, QP_STATE, detail).detail())
        .isEqualTo(
            new QueuePairChange(
                0x100001,
                Optional.of(QueuePairState.RTR),
                17,
                5,
                6,
                0x8001_0000,
                7,
                "::ffff:10.77.0.1"));
    assertThat(convert(Verb.MR_REG, ACCESS | PD | RKEY, detail).detail())
        .isEqualTo(
            new Region(4096, 0x1000, OptionalInt.of(7), OptionalInt.of(9), OptionalInt.of(10)));
    assertThat(convert(Verb.CQ_CREATE, 0, detail).detail()).isEqualTo(new CompletionQueue(4096));
    assertThat(convert(Verb.CQ_CREATE, 0, CallDetail.NONE).detail())
        .as("it failed before it was made")
        .isEqualTo(ControlCall.None.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "15, 0, ff:ff:ff:ff:ff:ff, MATCHING, 02:00:00:00:00:01, 2048, 4791",
    "19, 0, ff:ff:ff:ff:ff:ff, MATCHING_MORE, 02:00:00:00:00:01, ,",
    "17, 1, ff:ff:ff:ff:ff:ff, ALL, , ,",
    "3, 0, 01:00:00:00:00:00, MATCHING, 02:00:00:00:00:01/01:00:00:00:00:00, ,",
    "3, 1, 00:00:00:00:00:00, ALL, , ,",
    "1, 2, ff:ff:ff:ff:ff:ff, MULTICAST, , ,",
    "1, 3, ff:ff:ff:ff:ff:ff, SNIFFER, , ,",
    "1, 4, ff:ff:ff:ff:ff:ff, UNKNOWN, , ,",
    "1, -1, ff:ff:ff:ff:ff:ff, UNKNOWN, , ,",
    "0, 0, ff:ff:ff:ff:ff:ff, UNKNOWN, , ,",
  })
  void aFlowRuleTellsWhatItTakes(
      int fields,
      int kind,
      String mask,
      FlowMatch.Kind expected,
      String mac,
      Integer etherType,
      Integer port) {
    FlowRecord flow = new FlowRecord(5, fields, kind, 0x0800, 4791, "02:00:00:00:00:01", mask);
    buffer.add(record(Verb.FLOW_CREATE, ID, CallDetail.NONE, flow));

    ControlCall call = buffer.drain().calls().getFirst();

    assertThat(call.objectId()).hasValue(77);
    assertThat(call.detail())
        .isEqualTo(
            new ControlCall.Flow(
                1,
                new FlowMatch(
                    expected, mac == null ? "" : mac, optional(etherType), optional(port))));
  }

  @Test
  void openedDevicesHaveNumbersThatTellNoAddress() {
    for (int opening : new int[] {0x7abc_1234, 0x1bad_0001, 0x7abc_1234}) {
      buffer.add(
          record(
              Verb.FLOW_DESTROY, ID, CallDetail.NONE, new FlowRecord(opening, 0, 0, 0, 0, "", "")));
    }

    assertThat(buffer.drain().calls())
        .extracting(call -> ((ControlCall.Flow) call.detail()).opening())
        .containsExactly(1, 2, 1);
  }

  private static OptionalInt optional(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  @Test
  void whatDoesNotFitIsCounted() {
    for (int i = 0; i < CallBuffer.CAPACITY + 3; i++) {
      buffer.add(record(Verb.PD_ALLOC, 0, CallDetail.NONE));
    }

    CallBuffer.Calls calls = buffer.drain();
    assertThat(calls.calls()).hasSize(CallBuffer.CAPACITY);
    assertThat(calls.leftOut()).isEqualTo(3);
    assertThat(buffer.drain()).isEqualTo(new CallBuffer.Calls(List.of(), List.of(), 0));
  }

  @Test
  void whatIsPutBackComesBeforeWhatHasFinishedSince() {
    buffer.add(record(Verb.PD_ALLOC, 0, CallDetail.NONE));
    CallBuffer.Calls drained = buffer.drain();
    buffer.add(record(Verb.MR_REG, 0, CallDetail.NONE));
    buffer.leaveOut();

    buffer.putBack(drained);

    CallBuffer.Calls calls = buffer.drain();
    assertThat(calls.calls())
        .extracting(ControlCall::verb)
        .containsExactly(Verb.PD_ALLOC, Verb.MR_REG);
    assertThat(calls.leftOut()).isEqualTo(1);
  }

  @Test
  void whatHasFinishedSinceIsLeftOutWhereWhatIsPutBackTakesTheRoom() {
    for (int i = 0; i < CallBuffer.CAPACITY - 1; i++) {
      buffer.add(record(Verb.PD_ALLOC, 0, CallDetail.NONE));
    }
    CallBuffer.Calls drained = buffer.drain();
    for (int i = 0; i < 3; i++) {
      buffer.add(record(Verb.MR_REG, 0, CallDetail.NONE));
    }

    buffer.putBack(drained);

    CallBuffer.Calls calls = buffer.drain();
    assertThat(calls.calls()).hasSize(CallBuffer.CAPACITY);
    assertThat(calls.calls().getLast().verb()).isEqualTo(Verb.MR_REG);
    assertThat(calls.leftOut()).isEqualTo(2);
  }
}
