// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.ethernet.TrafficPlan.Content;
import org.rdmamonitor.ethernet.TrafficPlan.Protocol;
import org.rdmamonitor.nativelib.ethernet.FrameTemplate;

class TrafficPlanTest {
  private static final MacAddress FROM = MacAddress.parse("02:00:00:00:00:01").orElseThrow();
  private static final MacAddress TO = MacAddress.parse("02:00:00:00:00:02").orElseThrow();

  private static TrafficPlan plan(
      Protocol protocol, String from, String to, List<Integer> tags, int flows, String sizes) {
    return new TrafficPlan(
        FROM,
        TO,
        tags,
        List.of(new Content(protocol, InetAddress.ofLiteral(from), InetAddress.ofLiteral(to))),
        65_535,
        9,
        flows,
        SizeMix.parse(sizes).orElseThrow());
  }

  private static String hex(byte[] data, int from, int to) {
    return HexFormat.of().formatHex(data, from, to);
  }

  @Test
  void aRawFrameHasTwoTagsAndFilledPayload() {
    FrameTemplate frame =
        plan(Protocol.RAW, "::1", "::1", List.of(5, 7), 1, "64").templates().getFirst();

    assertThat(hex(frame.data(), 0, 22))
        .isEqualTo("020000000002" + "020000000001" + "88a80005" + "81000007" + "88b5");
    assertThat(frame.stampAt()).isEqualTo(22);
    assertThat(frame.checksumAt()).isZero();
    assertThat(hex(frame.data(), 22, 38)).as("the stamp").isEqualTo("00".repeat(16));
    assertThat(hex(frame.data(), 38, 42)).isEqualTo("0d2a4764");
    assertThat(frame.data()).hasSize(64);
  }

  @Test
  void aDatagramOfIpv4HasRightChecksumsAndTheNextPort() {
    List<FrameTemplate> frames =
        plan(Protocol.UDP, "10.0.0.1", "10.0.0.2", List.of(), 2, "60").templates();
    byte[] data = frames.get(1).data();

    assertThat(frames).extracting(FrameTemplate::flow).containsExactly(0, 1);
    assertThat(hex(data, 12, 24)).isEqualTo("0800" + "4500002e" + "00004000" + "4011");
    assertThat(Checksum.of(data, 14, 20, 0)).isZero();
    assertThat(hex(frames.get(0).data(), 34, 40)).isEqualTo("ffff" + "0009" + "001a");
    assertThat(hex(data, 34, 36)).as("behind 65535").isEqualTo("0000");
    assertThat(Checksum.of(data, 34, 26, Checksum.sum(data, 26, 8) + 17 + 26)).isZero();
    assertThat(frames.get(1).checksumAt()).isEqualTo(40);
    assertThat(frames.get(1).stampAt()).isEqualTo(42);
  }

  @Test
  void aSegmentOfIpv6HasARightChecksum() {
    FrameTemplate frame =
        plan(Protocol.TCP, "fd00::1", "fd00::2", List.of(9), 1, "101").templates().getFirst();
    byte[] data = frame.data();

    assertThat(hex(data, 12, 26)).isEqualTo("81000009" + "86dd" + "60000000" + "002b" + "0640");
    assertThat(Checksum.of(data, 58, 43, Checksum.sum(data, 26, 32) + 6 + 43)).isZero();
    assertThat(frame.checksumAt()).isEqualTo(74);
    assertThat(frame.stampAt()).isEqualTo(78);
  }

  @Test
  void flowsTakeTurnsWithWhatIsInThem() {
    InetAddress four = InetAddress.ofLiteral("10.0.0.1");
    InetAddress six = InetAddress.ofLiteral("fd00::1");
    TrafficPlan plan =
        new TrafficPlan(
            FROM,
            TO,
            List.of(),
            List.of(
                new Content(Protocol.UDP, four, four),
                new Content(Protocol.TCP, six, six),
                Content.RAW),
            10_000,
            9,
            6,
            SizeMix.parse("100").orElseThrow());

    assertThat(plan.leastSize()).as("of the one with the longest headers").isEqualTo(90);
    assertThat(plan.templates())
        .extracting(frame -> hex(frame.data(), 12, 14))
        .containsExactly("0800", "86dd", "88b5", "0800", "86dd", "88b5");
    assertThat(plan.templates())
        .extracting(frame -> frame.flow() + " " + frame.stampAt() + " " + frame.checksumAt())
        .containsExactly("0 42 40", "1 74 70", "2 14 0", "3 42 40", "4 74 70", "5 14 0");
  }

  @ParameterizedTest
  @CsvSource({
    "RAW, ::1, 30",
    "UDP, 10.0.0.1, 58",
    "UDP, fd00::1, 78",
    "TCP, 10.0.0.1, 70",
    "TCP, fd00::1, 90"
  })
  void aFrameNeedsRoom(Protocol protocol, String address, int least) {
    TrafficPlan plan = plan(protocol, address, address, List.of(), 1, "60");

    assertThat(plan.leastSize()).isEqualTo(least);
    if (least > 60) {
      assertThatIllegalArgumentException().isThrownBy(plan::templates);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 12, 85})
  void everyFlowHasEverySizeAsOftenAsItComes(int flows) {
    List<FrameTemplate> frames =
        plan(Protocol.RAW, "::1", "::1", List.of(), flows, "imix").templates();

    assertThat(frames).hasSize(12 * flows);
    frames.stream()
        .collect(
            Collectors.groupingBy(
                FrameTemplate::flow,
                Collectors.groupingBy(frame -> frame.data().length, Collectors.counting())))
        .values()
        .forEach(sizes ->
            assertThat(sizes).containsEntry(60, 7L).containsEntry(590, 4L).containsEntry(1514, 1L));
  }

  @Test
  void veryManyFlowsHaveOneSizeEach() {
    List<FrameTemplate> frames =
        plan(Protocol.RAW, "::1", "::1", List.of(), 1024, "imix").templates();

    assertThat(frames).hasSize(1024);
    assertThat(frames).extracting(FrameTemplate::flow).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "59", "65536", "60,", "60:0", "60:101", "60:1:1", "x", "-60", "6 0"})
  void otherWordsAreNoSizes(String text) {
    assertThat(SizeMix.parse(text)).isEmpty();
  }

  @Test
  void sizesAreSpreadEvenly() {
    SizeMix mix = SizeMix.parse("64:2,1500").orElseThrow();

    assertThat(mix.sequence()).containsExactly(64, 1500, 64);
    assertThat(mix.largest()).isEqualTo(1500);
    assertThat(mix.smallest()).isEqualTo(64);
  }
}
