// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.secure.wire.GroupMessage.Join;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.GroupMessage.Roster;
import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Offer;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Message.Tunneled;

class CodecTest {
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());

  private static final Request REQUEST =
      new Request(
          1,
          Operation.WRITE,
          Transport.RC,
          ConnectionMode.BY_HAND,
          Measure.BANDWIDTH,
          new Sizes(2, 65536),
          Extent.ofIterations(1000),
          4,
          128,
          Set.of(TransferOption.SEAL, TransferOption.VERIFY),
          Optional.of(Mtu.MTU_1024));

  @Test
  void theLayoutIsThatOfTheManual() {
    assertThat(hex(REQUEST))
        .isEqualTo(
            "5253"
                + "01"
                + "02"
                + "0000001f" // magic, version, type, length
                + "01"
                + "02"
                + "01"
                + "01"
                + "01"
                + "03"
                + "06"
                + "00000002"
                + "00010000" // sizes
                + "00000000000003e8"
                + "00000000" // iterations, duration
                + "0004"
                + "0080");
    QueuePairEndpoint endpoint =
        new QueuePairEndpoint(
            0x123456,
            0xabcdef,
            0x11223344,
            new Port(
                new Gid(0xfe80000000000000L, 0x0123456789abcdefL),
                GidType.ROCE_V2,
                0,
                Mtu.MTU_4096),
            16,
            new Region(0x7f0000001000L, 0xdeadbeefL, 1 << 20));
    assertThat(hex(new Offer(Optional.of(new ConnectionService(18515, 1, 2)), List.of(endpoint))))
        .isEqualTo(
            "5253"
                + "01"
                + "03"
                + "00000048"
                + "01"
                + "4853"
                + "0000000000000001"
                + "0000000000000002"
                + "0001"
                + "123456"
                + "abcdef"
                + "11223344"
                + "fe800000000000000123456789abcdef"
                + "03"
                + "0000"
                + "05"
                + "10"
                + "00007f0000001000"
                + "deadbeef"
                + "0000000000100000");
    assertThat(hex(new Join(0x4853))).isEqualTo("5253" + "01" + "0a" + "00000002" + "4853");
    assertThat(hex(new Role(2, 3, BarrierKind.GFENCE, true, false, 1000, 10_000)))
        .isEqualTo(
            "5253"
                + "01"
                + "0b"
                + "0000000d"
                + "02"
                + "03"
                + "05"
                + "01"
                + "00"
                + "000003e8"
                + "00002710");
    assertThat(
            hex(
                new Roster(
                    0x1122334455667788L,
                    List.of(
                        new Roster.Peer(
                            Optional.of(new Gid(0, 0x0000ffff0a4d0001L)), 0x4853, endpoint)))))
        .startsWith(
            "5253"
                + "01"
                + "0c"
                + "0000004e"
                + "1122334455667788"
                + "01"
                + "00000000000000000000ffff0a4d0001"
                + "4853"
                + "123456");
    assertThat(hex(new Tunneled(new byte[] {1, 0, 9})))
        .isEqualTo("5253" + "01" + "0d" + "00000003" + "010009");
    assertThat(hex(new Refusal(RefusalCode.SERVER_FULL, "full")))
        .isEqualTo("5253" + "01" + "09" + "00000007" + "01" + "0004" + "66756c6c");
  }

  private static String hex(Message message) {
    return HexFormat.of().formatHex(Codec.encode(message));
  }

  @Test
  void whatIsEncodedIsDecodedToTheSame() throws IOException {
    RandomMessages messages = new RandomMessages(SEED);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    List<Message> all = Stream.generate(messages::next).limit(3000).toList();
    for (Message message : all) {
      byte[] bytes = Codec.encode(message);
      assertThat(Codec.decode(bytes)).as("seed %d", SEED).isEqualTo(message);
      stream.write(bytes);
    }
    InputStream in = new ByteArrayInputStream(stream.toByteArray());
    for (Message message : all) {
      assertThat(Codec.read(in)).isEqualTo(message);
    }
    assertThatThrownBy(() -> Codec.read(in)).isInstanceOf(EOFException.class);
    assertThat(all.stream().map(MessageType::of)).contains(MessageType.values());
  }

  @Test
  void tenThousandMutationsAreDecodedOrRefused() {
    RandomMessages messages = new RandomMessages(SEED);
    Mutation mutation = new Mutation(SEED);
    int decoded = 0;
    int refused = 0;
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = mutation.of(Codec.encode(messages.next()));
      String what = "seed %d, message %d: %s".formatted(SEED, i, HexFormat.of().formatHex(bytes));
      try {
        Message message = Codec.decode(bytes);
        assertThat(Codec.encode(message)).as(what).isEqualTo(bytes);
        decoded++;
      } catch (WireException e) {
        assertThat(e.getMessage()).as(what).matches("[\\x20-\\x7e]{5,300}");
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError(what, e);
      }
    }
    assertThat(decoded).as("seed %d", SEED).isGreaterThan(100);
    assertThat(refused).as("seed %d", SEED).isGreaterThan(1000);
  }

  @Test
  void nothingIsReadBehindALengthThatCannotBe() {
    for (int type = 1; type <= 13; type++) {
      byte[] header = ByteBuffer.allocate(8).putInt(0x52530100 | type).putInt(-1).array();
      InputStream in = new ByteArrayInputStream(header);
      assertThatThrownBy(() -> Codec.read(in))
          .isInstanceOf(WireException.class)
          .hasMessageStartingWith("length: 4294967295 is not allowed in ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          COMPARE_AND_SWAP | BANDWIDTH | 1 | SEAL          | 8  | options: SEAL is not allowed; allowed: not with COMPARE_AND_SWAP, which cannot be sealed
          FETCH_AND_ADD    | BANDWIDTH | 1 | BIDIRECTIONAL | 8  | options: BIDIRECTIONAL is not allowed; allowed: not with FETCH_AND_ADD
          FETCH_AND_ADD    | LATENCY   | 1 | VERIFY        | 16 | last_size: another size than 8 is not allowed; allowed: 8 with FETCH_AND_ADD
          SEND             | LATENCY   | 2 | VERIFY        | 8  | queue_pairs: 2 is not allowed; allowed: 1 with LATENCY
          SEND             | LATENCY   | 1 | BIDIRECTIONAL | 8  | options: BIDIRECTIONAL is not allowed; allowed: not with LATENCY
          """)
  void whatDoesNotGoTogetherIsNoRequest(
      Operation operation,
      Measure measure,
      int queuePairs,
      TransferOption option,
      long last,
      String why) {
    assertThatThrownBy(() -> request(operation, measure, queuePairs, option, new Sizes(8, last)))
        .isInstanceOf(FieldException.class)
        .hasMessage(why);
    assertThat(request(operation, measure, 1, TransferOption.VERIFY, Sizes.of(8)).queuePairs())
        .isEqualTo(1);
  }

  private static Request request(
      Operation operation, Measure measure, int queuePairs, TransferOption option, Sizes sizes) {
    return new Request(
        1,
        operation,
        Transport.RC,
        ConnectionMode.BY_HAND,
        measure,
        sizes,
        Extent.ofIterations(1000),
        queuePairs,
        128,
        Set.of(option),
        Optional.empty());
  }

  @ParameterizedTest
  @EnumSource(names = {"UC", "UD"})
  void theConnectionManagerConnectsNothingButRc(Transport transport) {
    assertThatThrownBy(() ->
            new Request(
                1,
                Operation.SEND,
                transport,
                ConnectionMode.CONNECTION_MANAGER,
                Measure.BANDWIDTH,
                new Sizes(2, 256),
                Extent.ofIterations(1000),
                4,
                128,
                Set.of(),
                Optional.empty()))
        .isInstanceOf(FieldException.class)
        .hasMessage(
            "connection: CONNECTION_MANAGER over %s is not allowed; allowed: RC only", transport);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0  | 0x00     | magic: 0x0053 is not allowed; allowed: 0x5253
          2  | 0x02     | version: 2 is not allowed; allowed: 1
          3  | 0x0e     | type: 14 is not allowed; allowed: 1..13
          7  | 0x20     | length: 32 is not allowed; allowed: 31, the bytes that are there
          8  | 0x00     | version: 0 is not allowed; allowed: 1..255
          9  | 0x07     | operation: 7 is not allowed; allowed: 1 (SEND), 2 (WRITE), 3 (WRITE_WITH_IMMEDIATE), 4 (READ), 5 (COMPARE_AND_SWAP), 6 (FETCH_AND_ADD)
          10 | 0x03     | operation: WRITE over UD is not allowed; allowed: UD: SEND; UC: SEND and WRITE; RC: all
          9  | 0x05     | options: SEAL is not allowed; allowed: not with COMPARE_AND_SWAP, which cannot be sealed
          10 | 0x00     | transport: 0 is not allowed; allowed: 1 (RC), 2 (UC), 3 (UD)
          12 | 0x02     | queue_pairs: 4 is not allowed; allowed: 1 with LATENCY
          13 | 0x06     | mtu: 6 is not allowed; allowed: 1 (MTU_256), 2 (MTU_512), 3 (MTU_1024), 4 (MTU_2048), 5 (MTU_4096)
          14 | 0x08     | options: 8 is not allowed; allowed: 0..7
          15 | 0xff     | first_size: 4278190082 is not allowed; allowed: 1..1073741824
          19 | 0x80     | last_size: 2147549184 is not allowed; allowed: 2..1073741824
          23 | 0x80     | iterations: -9223372036854774808 is not allowed; allowed: 0..1000000000000
          34 | 0x01     | iterations: 1000 with duration_ms 1 is not allowed; allowed: exactly one of the two is above 0
          35 | 0x05     | queue_pairs: 1284 is not allowed; allowed: 1..1024
          37 | 0x7f     | depth: 32640 is not allowed; allowed: 1..16384
          """)
  void aFieldOutsideItsRangeIsNamedWithItsValueAndRange(int at, String value, String message) {
    byte[] bytes = Codec.encode(REQUEST);
    bytes[at] = Integer.decode(value).byteValue();
    if (at == 7) {
      // A length that the type does not have is refused before the bytes are counted.
      message = "length: 32 is not allowed in REQUEST; allowed: 31..31";
    }
    assertThatThrownBy(() -> Codec.decode(bytes))
        .isInstanceOf(WireException.class)
        .hasMessage(message);
  }

  @Test
  void everyByteTooManyOrTooFewIsRefused() {
    RandomMessages messages = new RandomMessages(7);
    for (int i = 0; i < 200; i++) {
      Message message = messages.next();
      byte[] bytes = Codec.encode(message);
      for (int length : new int[] {0, 7, bytes.length - 1, bytes.length + 1}) {
        if (length == bytes.length) {
          continue;
        }
        assertThatThrownBy(() -> Codec.decode(Arrays.copyOf(bytes, length)))
            .isInstanceOf(WireException.class);
      }
      if (message instanceof Tunneled) {
        continue; // may have any length
      }
      byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
      ByteBuffer.wrap(longer).putInt(4, longer.length - 8);
      assertThatThrownBy(() -> Codec.decode(longer)).isInstanceOf(WireException.class);
    }
  }

  @Test
  void secretsAreNotInWhatIsPrinted() {
    QueuePairEndpoint endpoint =
        new QueuePairEndpoint(
            2,
            7654321,
            7654322,
            new Port(new Gid(1, 1), GidType.ROCE_V2, 0, Mtu.MTU_256),
            0,
            new Region(7654323, 7654324, 5));
    ConnectionService service = new ConnectionService(1, 7654325, 7654326);
    assertThat(new Offer(Optional.of(service), List.of(endpoint)).toString())
        .contains("0000:0000:0000:0001")
        .doesNotContain("765432");
    assertThat(service).hasToString("connection manager's port 1");
    assertThat(endpoint.region()).hasToString("5 bytes");
    assertThat(new Roster(7654327, List.of(new Roster.Peer(Optional.empty(), 1, endpoint))))
        .hasToString("roster of 1 peers");
    assertThat(new Tunneled(new byte[] {7, 65, 43})).hasToString("Tunneled[3 bytes]");
  }

  @Test
  void anOfferMustFitTheRequest() {
    List<QueuePairEndpoint> four = new RandomMessages(5).endpoints(true).stream().limit(1).toList();
    assertThatThrownBy(() -> REQUEST.check(new Offer(Optional.empty(), four)))
        .hasMessage("queue_pairs: 1 is not allowed; allowed: 4, as requested");
    QueuePairEndpoint one = four.getFirst();
    assertThatThrownBy(() -> REQUEST.check(new Answer(List.of(one, one, one, one))))
        .hasMessage("qpn: " + one.qpn() + " is there twice");
  }

  @Test
  void refusalsAreMadeFit() {
    assertThat(Refusal.of(RefusalCode.DEVICE, "a\nb\u001b[31m\u202e").text())
        .isEqualTo("a?b?[31m?");
    assertThat(Refusal.of(RefusalCode.DEVICE, "ü".repeat(300)).text()).isEqualTo("ü".repeat(256));
    assertThatThrownBy(() -> new Refusal(RefusalCode.DEVICE, "a\nb"))
        .isInstanceOf(FieldException.class)
        .hasMessage("text: the character U+000A is not allowed; allowed: printable characters");
  }

  @Test
  void freshNumbersAreInRangeAndDiffer() {
    FreshNumbers numbers = new FreshNumbers();
    List<Integer> psns = Stream.generate(numbers::psn).limit(1000).toList();
    assertThat(psns).allSatisfy(psn -> assertThat(psn).isBetween(1, 0xffffff));
    assertThat(Set.copyOf(psns)).hasSizeGreaterThan(950);
    assertThat(numbers.qkey()).isPositive();
    assertThat(Stream.generate(numbers::token).limit(100)).doesNotHaveDuplicates();
    assertThat(Stream.generate(() -> numbers.connectionService(7)).limit(100))
        .doesNotHaveDuplicates()
        .allMatch(service -> service.port() == 7);
    assertThat(EnumSet.allOf(TransferOption.class)).hasSize(3);
  }
}
