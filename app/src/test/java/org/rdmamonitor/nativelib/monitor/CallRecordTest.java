// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_address;
import org.rdmamonitor.nativelib.generated.rm_async;
import org.rdmamonitor.nativelib.generated.rm_detail;
import org.rdmamonitor.nativelib.generated.rm_ending;
import org.rdmamonitor.nativelib.generated.rm_event;
import org.rdmamonitor.nativelib.generated.rm_flow;

class CallRecordTest {
  private final MemorySegment event = Arena.global().allocate(CallRecord.SIZE, Long.BYTES);

  @Test
  void everyFieldIsRead() {
    rm_event.time_ns(event, 1L << 62);
    rm_event.duration_ns(event, 1L << 33);
    rm_event.cgroup(event, -1L);
    rm_event.verb(event, RdmaMonitorAbi.RM_MR_REG());
    rm_event.flags(event, 0x8000_0000);
    rm_event.device(event, RdmaMonitorAbi.RM_DEVICE_UNKNOWN());
    rm_event.object_id(event, 0xffff_fffe);
    rm_event.pid(event, 4194304);
    rm_event.tid(event, 4194303);
    rm_event.uid(event, -2);
    rm_event.error(event, 12);
    MemorySegment detail = rm_event.detail(event);
    rm_detail.size(detail, 1L << 40);
    rm_detail.address(detail, 1L << 47);
    rm_detail.attributes(detail, 1);
    rm_detail.qp_state(detail, 6);
    rm_detail.dest_qpn(detail, 2);
    rm_detail.rq_psn(detail, 3);
    rm_detail.sq_psn(detail, 4);
    rm_detail.qkey(detail, 0x8001_0000);
    rm_detail.access(detail, 5);
    rm_detail.qp_type(detail, 8);
    rm_detail.pdn(detail, 7);
    rm_detail.rkey(detail, 9);
    for (int i = 0; i < 16; i++) {
      rm_detail.dgid(detail, i, (byte) (i + 0xf0));
    }
    writeComm("ib_write_bw");

    assertThat(CallRecord.read(event.address()))
        .isEqualTo(
            new CallRecord(
                1L << 62,
                1L << 33,
                -1L,
                RdmaMonitorAbi.RM_MR_REG(),
                0x8000_0000,
                -1,
                0xffff_fffe,
                4194304,
                4194303,
                -2,
                12,
                "ib_write_bw",
                new CallDetail(
                    1L << 40,
                    1L << 47,
                    1,
                    6,
                    2,
                    3,
                    4,
                    0x8001_0000,
                    5,
                    8,
                    7,
                    9,
                    new CallDetail.Gid(0xf0f1f2f3f4f5f6f7L, 0xf8f9fafbfcfdfeffL)),
                FlowRecord.NONE,
                EndingRecord.NONE,
                RefusalRecord.NONE,
                Optional.empty()));
  }

  @Test
  void anAsynchronousEventIsReadInPlaceOfADetail() {
    rm_event.verb(event, RdmaMonitorAbi.RM_ASYNC_CM());
    rm_event.flags(event, RdmaMonitorAbi.RM_EVENT_OWNER());
    rm_event.error(event, -110);
    MemorySegment async = rm_event.detail(event);
    rm_async.event(async, 7);
    rm_async.port(async, 65535);
    rm_async.type(async, 8);
    rm_async.qpn(async, 0xff_fffe);
    rm_async.attributes(async, EndRecord.ADDRESS);
    rm_address.dgid(rm_async.address(async), 15, (byte) 1);

    CallRecord read = CallRecord.read(event.address());

    assertThat(read.async())
        .contains(
            new AsyncRecord(
                AsyncRecord.Source.CONNECTION_MANAGER,
                7,
                65535,
                8,
                0xff_fffe,
                EndRecord.ADDRESS,
                new AddressRecord(
                    AddressRecord.Link.UNKNOWN,
                    0,
                    0,
                    0,
                    0,
                    false,
                    false,
                    CallDetail.Gid.NONE,
                    0,
                    new CallDetail.Gid(0, 1),
                    0,
                    0,
                    0)));
    assertThat(read.async().orElseThrow().has(EndRecord.DESTINATION_QPN)).isFalse();
    assertThat(read.hasOwner()).isTrue();
    assertThat(read.error()).isEqualTo(-110);
    assertThat(read.detail()).isSameAs(CallDetail.NONE);
  }

  @Test
  void sourcesOfEventsAreThoseOfTheContract() {
    List<AsyncRecord.Source> read = new ArrayList<>();
    for (int verb = RdmaMonitorAbi.RM_ASYNC_DEVICE();
        verb <= RdmaMonitorAbi.RM_ASYNC_COMPLETION();
        verb++) {
      rm_event.verb(event, verb);
      read.add(CallRecord.read(event.address()).async().orElseThrow().source());
    }

    assertThat(read).containsExactly(AsyncRecord.Source.values());
  }

  @Test
  void verbsWithoutADetailHaveNone() {
    rm_event.verb(event, RdmaMonitorAbi.RM_PD_ALLOC());
    rm_detail.pdn(rm_event.detail(event), 7);

    assertThat(CallRecord.read(event.address()).detail()).isSameAs(CallDetail.NONE);
  }

  @Test
  void aFlowRuleIsReadInPlaceOfADetail() {
    rm_event.verb(event, RdmaMonitorAbi.RM_FLOW_CREATE());
    MemorySegment flow = rm_event.detail(event);
    rm_flow.response(flow, 1L << 47);
    rm_flow.opening(flow, 0x9000_0001);
    rm_flow.fields(flow, RdmaMonitorAbi.RM_FLOW_MAC() | RdmaMonitorAbi.RM_FLOW_PORT());
    rm_flow.kind(flow, 3);
    rm_flow.ether_type(flow, 0x86dd);
    rm_flow.port(flow, 0xffff);
    for (int i = 0; i < 6; i++) {
      rm_flow.mac(flow, i, (byte) (0xfa + i));
      rm_flow.mac_mask(flow, i, (byte) i);
    }

    FlowRecord read = CallRecord.read(event.address()).flow();

    assertThat(read)
        .isEqualTo(
            new FlowRecord(
                0x9000_0001, 10, 3, 0x86dd, 0xffff, "fa:fb:fc:fd:fe:ff", "00:01:02:03:04:05"));
    assertThat(List.of(read.hasKind(), read.hasMac(), read.hasEtherType(), read.hasPort()))
        .containsExactly(false, true, false, true);
    assertThat(CallRecord.read(event.address()).detail()).isSameAs(CallDetail.NONE);
  }

  @Test
  void theEndOfAQueuePairIsReadInPlaceOfADetail() {
    rm_event.verb(event, RdmaMonitorAbi.RM_QP_DESTROY());
    MemorySegment ending = rm_event.detail(event);
    rm_ending.cause(ending, (byte) RdmaMonitorAbi.RM_ENDED_OOM());
    rm_ending.status(ending, 0x8009);
    rm_ending.attributes(ending, EndRecord.ADDRESS | EndRecord.DESTINATION_QPN);
    rm_ending.state(ending, (byte) 6);
    rm_ending.dest_qpn(ending, 0xff_fffe);
    MemorySegment address = rm_ending.address(ending);
    rm_address.transport(address, (byte) RdmaMonitorAbi.RM_TRANSPORT_IB());
    rm_address.port(address, (byte) 2);
    rm_address.dlid(address, 0xbeef);

    EndingRecord read = CallRecord.read(event.address()).ending();

    assertThat(read)
        .isEqualTo(
            new EndingRecord(
                EndingRecord.Cause.OOM,
                0x8009,
                EndRecord.ADDRESS | EndRecord.DESTINATION_QPN,
                6,
                0xff_fffe,
                new AddressRecord(
                    AddressRecord.Link.IB,
                    2,
                    0xbeef,
                    0,
                    0,
                    false,
                    false,
                    CallDetail.Gid.NONE,
                    0,
                    CallDetail.Gid.NONE,
                    0,
                    0,
                    0)));
    assertThat(List.of(read.has(EndRecord.ADDRESS), read.has(EndRecord.STATE)))
        .containsExactly(true, false);
    assertThat(CallRecord.read(event.address()).detail()).isSameAs(CallDetail.NONE);
  }

  @Test
  void causesAreThoseOfTheContract() {
    rm_event.verb(event, RdmaMonitorAbi.RM_QP_DESTROY());
    List<EndingRecord.Cause> read = new ArrayList<>();
    for (int cause = 0; cause <= RdmaMonitorAbi.RM_ENDED_KERNEL(); cause++) {
      rm_ending.cause(rm_event.detail(event), (byte) cause);
      read.add(CallRecord.read(event.address()).ending().cause());
    }

    assertThat(read).containsExactly(EndingRecord.Cause.values());
  }

  @Test
  void aRecordOutlivesItsMemory() {
    writeComm("before");
    CallRecord before = CallRecord.read(event.address());
    writeComm("after");
    assertThat(before.comm()).isEqualTo("before");
  }

  static Stream<Arguments> comms() {
    return Stream.of(
        Arguments.of("an empty name", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", ""),
        Arguments.of("a short name", "sh\0", "sh"),
        Arguments.of("a name of eight bytes", "12345678\0", "12345678"),
        Arguments.of("the longest that a task can have", "123456789012345\0", "123456789012345"),
        Arguments.of("no NUL at all", "1234567890123456", "1234567890123456"),
        Arguments.of("something left behind the NUL", "sh\0leftover", "sh"),
        Arguments.of("a letter of two bytes", "größe\0", "größe"),
        Arguments.of("control characters, which are the renderer's affair", "a\tb\n\0", "a\tb\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("comms")
  void nameOfATask(String name, String bytes, String expected) {
    writeComm(bytes);
    assertThat(CallRecord.read(event.address()).comm()).isEqualTo(expected);
  }

  @Test
  void aCharacterThatWasCutInTwoIsReplaced() {
    writeComm("12345678901234ö"); // the 16th byte is the first half of the letter
    MemorySegment comm = rm_event.comm(event);
    assertThat(comm.get(ValueLayout.JAVA_BYTE, 14)).isEqualTo((byte) 0xc3);
    comm.set(ValueLayout.JAVA_BYTE, 15, (byte) 0);
    assertThat(CallRecord.read(event.address()).comm()).isEqualTo("12345678901234\ufffd");
  }

  static Stream<Arguments> flags() {
    return Stream.of(
        Arguments.of(0, Set.of()),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_KERNEL(), Set.of("kernel")),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_ID(), Set.of("id")),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_QP_STATE(), Set.of("state")),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_NET_RAW(), Set.of("raw")),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_QP_TYPE(), Set.of("type")),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_PD(), Set.of("pd")),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_ACCESS(), Set.of("access")),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_RKEY(), Set.of("rkey")),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_OWNER(), Set.of("owner")),
        Arguments.of(
            -1, Set.of("kernel", "id", "state", "raw", "type", "pd", "access", "rkey", "owner")));
  }

  @ParameterizedTest(name = "flags {0}")
  @MethodSource("flags")
  void flagsSayWhatIsKnown(int flags, Set<String> expected) {
    rm_event.flags(event, flags);
    CallRecord record = CallRecord.read(event.address());
    Map<String, Boolean> known =
        Map.of(
            "kernel", record.isKernel(),
            "id", record.hasObjectId(),
            "state", record.hasQueuePairState(),
            "raw", record.hasNetRaw(),
            "type", record.hasQueuePairType(),
            "pd", record.hasPd(),
            "access", record.hasAccess(),
            "rkey", record.hasRkey(),
            "owner", record.hasOwner());
    assertThat(known.keySet().stream().filter(known::get))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private void writeComm(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment comm = rm_event.comm(event);
    comm.fill((byte) 0);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, comm, 0, Math.min(bytes.length, 16));
  }
}
