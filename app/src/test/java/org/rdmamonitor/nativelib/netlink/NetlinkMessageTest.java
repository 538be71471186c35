// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.netlink.NetlinkMessage.Attributes;
import org.rdmamonitor.nativelib.posix.NativeException;

class NetlinkMessageTest {
  private static final int DONE = 3;
  private static final int ERROR = 2;
  private static final int ANSWER = 0x1401;

  private final List<Attributes> answers = new ArrayList<>();

  @Test
  void aRequestCarriesCommandFlagsSequenceAndAttributes() {
    byte[] attribute = NetlinkMessage.u32Attribute(1, 42);
    ByteBuffer request = order(NetlinkMessage.request(9, true, 7, attribute));
    assertThat(request.getInt(0)).as("length").isEqualTo(16 + 8);
    assertThat(request.getShort(4)).as("client 5, command 9").isEqualTo((short) (5 << 10 | 9));
    assertThat(request.getShort(6)).as("request and dump").isEqualTo((short) 0x301);
    assertThat(request.getInt(8)).as("sequence").isEqualTo(7);
    assertThat(request.getShort(16)).as("attribute length").isEqualTo((short) 8);
    assertThat(request.getInt(20)).as("attribute value").isEqualTo(42);
  }

  @Test
  void numbersStringsAndNestedTablesAreRead() {
    byte[] entry =
        join(attribute(11, u32(5)), attribute(12, "qp\0".getBytes(StandardCharsets.UTF_8)));
    byte[] table = join(attribute(0x8000 | 20, entry), attribute(20, attribute(11, u32(6))));
    read(message(ANSWER, 7, attribute(21, table)));
    assertThat(answers).hasSize(1);
    List<Attributes> entries = answers.getFirst().nested(21).each(20);
    assertThat(entries).hasSize(2);
    assertThat(entries.getFirst().u32(11)).hasValue(5);
    assertThat(entries.getFirst().string(12)).hasValue("qp");
    assertThat(entries.getLast().u32(11)).hasValue(6);
    assertThat(entries.getLast().string(12)).isEmpty();
  }

  @Test
  void severalMessagesOfADatagramAreReadUpToTheEndOfTheDump() {
    boolean complete =
        read(
            join(
                message(ANSWER, 7, attribute(1, u32(0))),
                message(ANSWER, 7, attribute(1, u32(1))),
                message(DONE, 7, u32(0))));
    assertThat(complete).isTrue();
    assertThat(answers).hasSize(2);
  }

  @Test
  void anAnswerToAnotherRequestIsPassedOver() {
    assertThat(read(message(ANSWER, 6, attribute(1, u32(0))))).isFalse();
    assertThat(answers).isEmpty();
  }

  @Test
  void anErrorBecomesAnExceptionWithItsErrno() {
    assertThatThrownBy(() -> read(message(ERROR, 7, u32(-22))))
        .isInstanceOfSatisfying(NativeException.class, e -> assertThat(e.errno()).isEqualTo(22))
        .hasMessage("list: Invalid argument");
  }

  @Test
  void anErrorThatEndsADumpIsNotTakenForItsEnd() {
    assertThatThrownBy(() -> read(message(DONE, 7, u32(-19)))).isInstanceOf(NativeException.class);
  }

  @Test
  void anAcknowledgementEndsAnExchange() {
    assertThat(read(message(ERROR, 7, u32(0)))).isTrue();
  }

  @Test
  void aMessageThatClaimsMoreThanWasReceivedIsRefused() {
    byte[] broken = message(ANSWER, 7, attribute(1, u32(0)));
    order(broken).putInt(0, 4096);
    assertThatThrownBy(() -> read(broken)).isInstanceOf(NativeException.class);
  }

  @Test
  void anAttributeThatClaimsMoreThanItsMessageEndsTheList() {
    byte[] attribute = attribute(1, u32(0));
    order(attribute).putShort(0, (short) 4096);
    read(message(ANSWER, 7, attribute));
    assertThat(answers.getFirst().u32(1)).isEmpty();
  }

  private boolean read(byte[] datagram) {
    return NetlinkMessage.readDatagram(order(datagram), 7, "list", answers::add);
  }

  private static ByteBuffer order(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }

  private static byte[] u32(int value) {
    byte[] bytes = new byte[4];
    order(bytes).putInt(value);
    return bytes;
  }

  private static byte[] attribute(int type, byte[] value) {
    byte[] bytes = new byte[4 + (value.length + 3 & -4)];
    order(bytes).putShort((short) (4 + value.length)).putShort((short) type).put(value);
    return bytes;
  }

  private static byte[] message(int type, int sequence, byte[] payload) {
    byte[] bytes = new byte[16 + payload.length];
    order(bytes)
        .putInt(bytes.length)
        .putShort((short) type)
        .putShort((short) 0)
        .putInt(sequence)
        .putInt(0)
        .put(payload);
    return bytes;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
