// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_event;

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
    rm_event.error(event, 12);
    rm_event.qp_state(event, 6);
    rm_event.mr_length(event, 1L << 40);
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
                12,
                6,
                1L << 40,
                "ib_write_bw"));
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
        Arguments.of(0, false, false, false),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_KERNEL(), true, false, false),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_ID(), false, true, false),
        Arguments.of(RdmaMonitorAbi.RM_EVENT_QP_STATE(), false, false, true),
        Arguments.of(-1, true, true, true));
  }

  @ParameterizedTest(name = "flags {0}")
  @MethodSource("flags")
  void flagsSayWhatIsKnown(int flags, boolean kernel, boolean objectId, boolean state) {
    rm_event.flags(event, flags);
    CallRecord record = CallRecord.read(event.address());
    assertThat(record.isKernel()).isEqualTo(kernel);
    assertThat(record.hasObjectId()).isEqualTo(objectId);
    assertThat(record.hasQueuePairState()).isEqualTo(state);
  }

  private void writeComm(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment comm = rm_event.comm(event);
    comm.fill((byte) 0);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, comm, 0, Math.min(bytes.length, 16));
  }
}
