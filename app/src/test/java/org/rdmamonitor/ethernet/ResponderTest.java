// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponderTest {
  private static final String OWN = "020000000007";
  private static final String PEER = "020000000001";

  private final Responder responder =
      new Responder(
          MacAddress.parse("02:00:00:00:00:07").orElseThrow(),
          List.of(InetAddress.ofLiteral("10.9.0.7"), InetAddress.ofLiteral("fd09::7")));

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private Optional<String> answer(byte[] frame) {
    return responder.answer(frame, true).map(reply -> HexFormat.of().formatHex(reply));
  }

  private static byte[] arp(String target) {
    return bytes(
        "ffffffffffff"
            + PEER
            + "0806 0001 0800 06 04 0001"
            + PEER
            + "0a090001 000000000000"
            + target
            + "00".repeat(18));
  }

  @Test
  void whoHasAnAddressOfOursIsTold() {
    assertThat(answer(arp("0a090007")))
        .contains(
            (PEER + OWN + "0806 0001 0800 06 04 0002" + OWN + "0a090007" + PEER + "0a090001")
                .replace(" ", ""));
    assertThat(answer(arp("0a090008"))).isEmpty();
  }

  /** Of a ping by Linux: id 0x1909, number 1, with a tag or without. */
  private static byte[] ping(String tag, String payload) {
    String icmp = "0800 0000 1909 0001" + payload;
    int length = 28 + payload.length() / 2;
    byte[] frame =
        bytes(
            OWN
                + PEER
                + tag
                + "0800 4500"
                + "%04x".formatted(length)
                + "1234 4000 40 01 0000 0a090001 0a090007"
                + icmp);
    int at = 14 + tag.length() / 2;
    sum(frame, at + 10, Checksum.of(frame, at, 20, 0));
    sum(frame, at + 22, Checksum.of(frame, at + 20, length - 20, 0));
    return frame;
  }

  private static void sum(byte[] frame, int at, int value) {
    frame[at] = (byte) (value >>> 8);
    frame[at + 1] = (byte) value;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "81000064", "88a8000581000064"})
  void aPingIsAnsweredInItsVlan(String tag) {
    byte[] frame = ping(tag, "00010203040506");
    byte[] padded = Arrays.copyOf(frame, 80);

    byte[] reply = responder.answer(padded, true).orElseThrow();

    int at = 14 + tag.length() / 2;
    assertThat(reply).hasSize(frame.length);
    assertThat(HexFormat.of().formatHex(reply, 0, at)).isEqualTo(PEER + OWN + tag + "0800");
    assertThat(HexFormat.of().formatHex(reply, at + 12, at + 20)).isEqualTo("0a0900070a090001");
    assertThat(reply[at + 20]).isZero();
    assertThat(Checksum.of(reply, at, 20, 0)).isZero();
    assertThat(Checksum.of(reply, at + 20, frame.length - at - 20, 0)).isZero();
    assertThat(HexFormat.of().formatHex(reply, at + 24, frame.length))
        .isEqualTo("19090001" + "00010203040506");
  }

  @Test
  void aPingThatIsNotWholeIsNotAnswered() {
    byte[] frame = ping("", "0011");
    for (int length = 0; length < frame.length; length++) {
      assertThat(responder.answer(Arrays.copyOf(frame, length), true)).as("%d", length).isEmpty();
    }
    for (int at : new int[] {14, 16, 20, 23, 24, 33, 34, 35, 36, 43}) {
      byte[] wrong = frame.clone();
      wrong[at] ^= 1;
      assertThat(responder.answer(wrong, true)).as("byte %d", at).isEmpty();
    }
    byte[] others = frame.clone();
    others[5] = 9;
    assertThat(responder.answer(others, true)).isEmpty();
    byte[] unfinished = frame.clone();
    sum(unfinished, 36, 0);
    assertThat(responder.answer(unfinished, true)).isEmpty();
    assertThat(responder.answer(unfinished, false)).as("left to a device").isPresent();
  }

  private static byte[] solicitation(String source, String target) {
    byte[] frame =
        bytes(
            "3333ff000007"
                + PEER
                + "86dd 60000000 0020 3a ff"
                + source
                + "ff0200000000000000000001ff000007"
                + "8700 0000 00000000"
                + target
                + "0101"
                + PEER);
    sum(frame, 56, Checksum.of(frame, 54, 32, Checksum.sum(frame, 22, 32) + 58 + 32));
    return frame;
  }

  @Test
  void neighboursAreTold() {
    String own = "fd090000000000000000000000000007";
    String peer = "fd090000000000000000000000000001";
    byte[] reply = responder.answer(solicitation(peer, own), true).orElseThrow();

    assertThat(HexFormat.of().formatHex(reply, 0, 54))
        .isEqualTo(PEER + OWN + "86dd" + "60000000" + "00203aff" + own + peer);
    assertThat(HexFormat.of().formatHex(reply, 58, 86)).isEqualTo("60000000" + own + "0201" + OWN);
    assertThat(Checksum.of(reply, 54, 32, Checksum.sum(reply, 22, 32) + 58 + 32)).isZero();
    byte[] toAll = responder.answer(solicitation("00".repeat(16), own), true).orElseThrow();
    assertThat(HexFormat.of().formatHex(toAll, 0, 6)).isEqualTo("333300000001");
    assertThat(HexFormat.of().formatHex(toAll, 38, 54))
        .isEqualTo("ff020000000000000000000000000001");
    assertThat(toAll[58]).isEqualTo((byte) 0x20);
    assertThat(answer(solicitation(peer, "fd090000000000000000000000000008"))).isEmpty();
    byte[] forwarded = solicitation(peer, own);
    forwarded[21] = 64;
    assertThat(answer(forwarded)).as("from another network").isEmpty();
  }

  @Test
  void anythingMayCome() {
    Random random = new Random(7);
    byte[][] seeds = {
      arp("0a090007"),
      ping("81000064", "0011223344"),
      solicitation("fd090000000000000000000000000001", "fd090000000000000000000000000007")
    };
    for (int i = 0; i < 200_000; i++) {
      byte[] frame = seeds[i % seeds.length].clone();
      for (int change = random.nextInt(6); change >= 0; change--) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt(256);
      }
      byte[] cut = Arrays.copyOf(frame, random.nextInt(frame.length + 20));
      responder
          .answer(cut, random.nextBoolean())
          .ifPresent(
              reply -> assertThat(reply.length).isLessThanOrEqualTo(Math.max(cut.length, 86 + 8)));
    }
  }
}
