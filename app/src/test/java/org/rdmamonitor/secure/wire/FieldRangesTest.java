// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.secure.wire.GroupMessage.Join;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.GroupMessage.Roster;
import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Offer;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Message.Result;
import org.rdmamonitor.secure.wire.Message.Start;
import org.rdmamonitor.secure.wire.Message.Tunneled;
import org.rdmamonitor.secure.wire.Message.Welcome;

/** No message can be made of a value outside of the range that rdma-secure(7) has for its field. */
class FieldRangesTest {
  private static final Gid GID = new Gid(0xfe80_0000_0000_0000L, 1);
  private static final Port PORT = new Port(GID, GidType.ROCE_V2, 0, Mtu.MTU_1024);
  private static final long DAY = 86_400_000_000_000L;

  /** A field, its ends, and how something is made with a value of it. */
  record Range(String field, long least, long most, LongConsumer make) {
    @Override
    public String toString() {
      return field;
    }
  }

  private static List<Range> ranges() {
    long gib = 1L << 30;
    return List.of(
        new Range("lowest_version", 1, 255, v -> new Welcome((int) v, 255)),
        new Range("highest_version", 7, 255, v -> new Welcome(7, (int) v)),
        new Range("version", 1, 255, v -> request((int) v, Sizes.of(8), 1, 1)),
        new Range("queue_pairs", 1, 1024, v -> request(1, Sizes.of(8), (int) v, 1)),
        new Range("depth", 1, 16_384, v -> request(1, Sizes.of(8), 1, (int) v)),
        new Range("first_size", 1, gib, v -> new Sizes(v, gib)),
        new Range("last_size", 3, gib, v -> new Sizes(3, v)),
        new Range("iterations", 1, 1_000_000_000_000L, Extent::ofIterations),
        new Range("duration_ms", 1, 86_400_000, Extent::ofMillis),
        new Range("size", 1, gib, Start::new),
        new Range("size", 1, gib, v -> result(v, 0, 0, 0, 0)),
        new Range("bytes", 0, 1L << 62, v -> result(1, v, 0, 0, 0)),
        new Range("operations", 0, 1L << 62, v -> result(1, 0, v, 0, 0)),
        new Range("rejected", 0, 1L << 62, v -> result(1, 0, 0, v, 0)),
        new Range("elapsed_ns", 0, 2 * DAY, v -> result(1, 0, 0, 0, v)),
        new Range("latency_min", 0, DAY, v -> new Latency(v, DAY, DAY, DAY, DAY, DAY)),
        new Range("latency_median", 1, DAY, v -> new Latency(1, v, DAY, DAY, DAY, DAY)),
        new Range("latency_p99", 2, DAY, v -> new Latency(1, 2, v, DAY, DAY, DAY)),
        new Range("latency_p999", 3, DAY, v -> new Latency(1, 2, 3, v, DAY, DAY)),
        new Range("latency_max", 4, DAY, v -> new Latency(1, 2, 3, 4, v, 4)),
        new Range("latency_mean", 1, 5, v -> new Latency(1, 2, 3, 4, 5, v)),
        new Range("tcp_port", 1, 65_535, v -> new Join((int) v)),
        new Range("members", 2, 64, v -> role(1, (int) v, 1, 1)),
        new Range("self", 1, 3, v -> role((int) v, 4, 1, 1)),
        new Range("iterations", 1, Integer.MAX_VALUE, v -> role(1, 4, v, 1)),
        new Range("limit_ms", 1, 86_400_000, v -> role(1, 4, 1, v)),
        new Range("tcp_port", 1, 65_535, v -> peer((int) v, endpoint(2))),
        new Range("peers", 1, 63, v -> new Roster(1, peers((int) v))),
        new Range("qpn", 2, 0xfffffe, v -> endpoint((int) v)),
        new Range("psn", 1, 0xffffff, v -> endpoint(2, (int) v, 0, 0)),
        new Range("qkey", 0, Integer.MAX_VALUE, v -> endpoint(2, 1, (int) v, 0)),
        new Range("max_rd_atomic", 0, 255, v -> endpoint(2, 1, 0, (int) v)),
        new Range("lid", 0, 0xbfff, v -> new Port(GID, GidType.INFINIBAND, (int) v, Mtu.MTU_256)),
        new Range("rkey", 0, 0xffff_ffffL, v -> new Region(0, v, 1)),
        new Range("length", 0, 1L << 40, v -> new Region(0, 0, v)),
        new Range("cm_port", 1, 65_535, v -> new ConnectionService((int) v, 1, 1)),
        new Range("queue_pairs", 1, 1024, v -> new Answer(endpoints((int) v))),
        new Range("queue_pairs", 1, 1024, v -> new Offer(Optional.empty(), endpoints((int) v))),
        new Range("bytes", 1, 32_768, v -> new Tunneled(new byte[(int) v])));
  }

  private static Request request(int version, Sizes sizes, int queuePairs, int depth) {
    return request(version, Transport.RC, sizes, queuePairs, depth, Set.of());
  }

  private static Request request(
      int version,
      Transport transport,
      Sizes sizes,
      int queuePairs,
      int depth,
      Set<TransferOption> options) {
    return new Request(
        version,
        Operation.SEND,
        transport,
        ConnectionMode.BY_HAND,
        Measure.BANDWIDTH,
        sizes,
        Extent.ofIterations(1),
        queuePairs,
        depth,
        options,
        Optional.empty());
  }

  private static Result result(
      long size, long bytes, long operations, long rejected, long elapsed) {
    return new Result(size, bytes, operations, rejected, elapsed, Optional.empty());
  }

  private static Role role(int self, int members, long iterations, long limit) {
    return new Role(self, members, BarrierKind.GFENCE, true, true, iterations, limit);
  }

  private static Roster.Peer peer(int tcpPort, QueuePairEndpoint endpoint) {
    return new Roster.Peer(Optional.of(GID), tcpPort, endpoint);
  }

  private static List<Roster.Peer> peers(int count) {
    return Collections.nCopies(Math.max(0, count), peer(1, endpoint(2)));
  }

  private static QueuePairEndpoint endpoint(int qpn) {
    return endpoint(qpn, 1, 0, 0);
  }

  private static QueuePairEndpoint endpoint(int qpn, int psn, int qkey, int reads) {
    return new QueuePairEndpoint(qpn, psn, qkey, PORT, reads, Region.NONE);
  }

  private static List<QueuePairEndpoint> endpoints(int count) {
    List<QueuePairEndpoint> endpoints = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      endpoints.add(endpoint(2 + i));
    }
    return endpoints;
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void theEndsOfARangeAreInItAndWhatLiesBeyondIsRefused(Range range) {
    assertThatNoException().isThrownBy(() -> range.make.accept(range.least));
    assertThatNoException().isThrownBy(() -> range.make.accept(range.most));
    assertThatThrownBy(() -> range.make.accept(range.least - 1)).isInstanceOf(FieldException.class);
    assertThatThrownBy(() -> range.make.accept(range.most + 1))
        .isInstanceOf(FieldException.class)
        .hasMessageStartingWith(range.field + ": ");
  }

  @ParameterizedTest
  @CsvSource({"UD, 4096, 4064", "UC, 1073741824, 1073741824", "RC, 1073741824, 1073741824"})
  void aDatagramIsOnePacketWithWhatSealingAdds(Transport transport, long most, long sealed) {
    Set<TransferOption> seal = Set.of(TransferOption.SEAL);

    assertThat(request(1, transport, Sizes.of(most), 1, 1, Set.of()).wants(TransferOption.SEAL))
        .isFalse();
    assertThat(request(1, transport, Sizes.of(sealed), 1, 1, seal).wants(TransferOption.SEAL))
        .isTrue();
    assertThatThrownBy(() -> request(1, transport, new Sizes(1, sealed + 1), 1, 1, seal))
        .isInstanceOf(FieldException.class)
        .hasMessageStartingWith("last_size: ");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, an address",
    "-72057594037927936, 1, a unicast address", // ff00::1
    "0, 1, ",
    "1, 0, ",
    "-144115188075855872, 1, " // fe00::1
  })
  void aGidIsAUnicastAddress(long high, long low, String allowed) {
    if (allowed == null) {
      assertThatNoException().isThrownBy(() -> new Gid(high, low));
    } else {
      assertThatThrownBy(() -> new Gid(high, low)).hasMessageEndingWith("; allowed: " + allowed);
    }
  }

  @Test
  void aGidIsWrittenAsInSysfsAndMadeOfItsSixteenBytes() {
    Gid gid = new Gid(0x0102_0304_0506_0708L, 0x090a_0b0c_0d0e_0f10L);

    assertThat(gid).hasToString("0102:0304:0506:0708:090a:0b0c:0d0e:0f10");
    assertThat(Gid.of(gid.bytes())).isEqualTo(gid);
    assertThatThrownBy(() -> Gid.of(new byte[15]))
        .hasMessage("gid: 15 bytes is not allowed; allowed: 16 bytes");
  }

  @Test
  void numbersThatBelongTogetherAreBothThereOrNeither() {
    assertThat(endpoint(0, 0, 0, 0).isNumbered()).isFalse();
    assertThat(endpoint(2).isNumbered()).isTrue();
    assertThatThrownBy(() -> endpoint(0, 1, 0, 0)).hasMessageStartingWith("psn: another value");
    assertThatThrownBy(() -> endpoint(1, 0, 0, 0)).hasMessageStartingWith("qpn: 1 is not allowed");
    assertThatThrownBy(() -> new Region(0, 1, 0)).hasMessageStartingWith("rkey: another value");
    assertThatThrownBy(() -> new Port(GID, GidType.ROCE_V2, 1, Mtu.MTU_256))
        .hasMessage("lid: 1 is not allowed; allowed: 0 with ROCE_V2");
    assertThatThrownBy(() -> new ConnectionService(1, 0, 0)).hasMessageStartingWith("cm_token: ");
    assertThatNoException().isThrownBy(() -> new ConnectionService(1, 0, 1));
    assertThatNoException().isThrownBy(() -> new ConnectionService(1, 1, 0));
    assertThatThrownBy(() -> peer(1, endpoint(0, 0, 0, 0))).hasMessageStartingWith("qpn: 0");
  }

  @Test
  void aRegionEndsWithinTheAddressSpace() {
    assertThatNoException().isThrownBy(() -> new Region(-5, 1, 4));
    assertThatNoException().isThrownBy(() -> new Region(0, 0, 0));
    assertThatThrownBy(() -> new Region(-5, 1, 6))
        .hasMessage("length: 6 is not allowed; allowed: what ends below 2^64 from the address");
  }

  @ParameterizedTest
  @CsvSource({
    "BY_HAND, false, true, ",
    "BY_HAND, true, true, 'OFFER: has a connection service, unlike the request'",
    "BY_HAND, false, false, 'qpn: 0 is not allowed where queue pairs are connected by hand'",
    "CONNECTION_MANAGER, true, false, ",
    "CONNECTION_MANAGER, false, false, 'OFFER: has no connection service, unlike the request'",
    "CONNECTION_MANAGER, true, true,"
        + " 'qpn: 2 is not allowed with the connection manager; allowed: 0'"
  })
  void anOfferNumbersItsQueuePairsOrHasAConnectionService(
      ConnectionMode mode, boolean hasService, boolean isNumbered, String fault) throws Exception {
    Request request =
        new Request(
            1,
            Operation.SEND,
            Transport.RC,
            mode,
            Measure.BANDWIDTH,
            Sizes.of(8),
            Extent.ofIterations(1),
            2,
            1,
            Set.of(),
            Optional.empty());
    List<QueuePairEndpoint> two =
        isNumbered ? endpoints(2) : Collections.nCopies(2, endpoint(0, 0, 0, 0));
    Offer offer =
        new Offer(hasService ? Optional.of(new ConnectionService(1, 1, 1)) : Optional.empty(), two);

    if (fault == null) {
      request.check(offer);
      request.check(new Answer(two));
    } else {
      assertThatThrownBy(() -> request.check(offer))
          .isInstanceOf(WireException.class)
          .hasMessage(fault);
    }
  }

  /** Wherever it ends, with a length that says so: no more is read than is there. */
  @Test
  void aMessageThatEndsTooEarlyIsRefusedWhereverItEnds() {
    List<Message> messages =
        List.of(
            new Offer(Optional.of(new ConnectionService(1, 1, 1)), endpoints(3)),
            new Answer(endpoints(3)),
            new Roster(1, peers(3)),
            new Result(1, 2, 3, 4, 5, Optional.of(new Latency(1, 2, 3, 4, 5, 3))),
            new Refusal(RefusalCode.DEVICE, "no such device"));
    for (Message message : messages) {
      byte[] whole = Codec.encode(message);
      for (int length = Codec.HEADER_BYTES; length < whole.length; length++) {
        byte[] part = Arrays.copyOf(whole, length);
        ByteBuffer.wrap(part).putInt(4, length - Codec.HEADER_BYTES);
        assertThatThrownBy(() -> Codec.decode(part))
            .as("%s, %d bytes", message, length)
            .isInstanceOf(WireException.class);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1025, 3", "65535, 1024"})
  void aNumberOfQueuePairsThatCannotBeIsNamed(int count, int there) {
    byte[] bytes = Codec.encode(new Answer(endpoints(Math.max(1, there))));
    ByteBuffer.wrap(bytes).putShort(Codec.HEADER_BYTES, (short) count);

    assertThatThrownBy(() -> Codec.decode(bytes))
        .hasMessage("queue_pairs: %d is not allowed; allowed: 1..1024", count);
  }

  @Test
  void whatIsMissingIsCounted() {
    byte[] bytes = Codec.encode(new Answer(endpoints(2)));
    ByteBuffer.wrap(bytes).putShort(Codec.HEADER_BYTES, (short) 4);

    assertThatThrownBy(() -> Codec.decode(bytes)).hasMessage("message: ends 102 bytes too early");
  }

  @Test
  void aTextThatIsLongerThanAllowedIsNamed() {
    byte[] bytes = Codec.encode(new Refusal(RefusalCode.DEVICE, "x".repeat(512)));
    ByteBuffer.wrap(bytes).putShort(Codec.HEADER_BYTES + 1, (short) 513);

    assertThatThrownBy(() -> Codec.decode(bytes))
        .hasMessage("text_length: 513 is not allowed; allowed: 0..512");
    assertThatThrownBy(() -> new Refusal(RefusalCode.DEVICE, "x".repeat(513)))
        .hasMessage("text: 513 bytes is not allowed; allowed: 0..512 bytes");
  }

  @Test
  void sizesAreDoubledUpToTheLast() {
    assertThat(new Sizes(3, 24).stream()).containsExactly(3L, 6L, 12L, 24L);
    assertThat(new Sizes(3, 23).stream()).containsExactly(3L, 6L, 12L);
    assertThat(Sizes.of(8).stream()).containsExactly(8L);
    assertThat(new Sizes(1, Sizes.LARGEST).stream()).hasSize(31);
  }

  /** InfiniBand Architecture Specification, vol. 1, table 38. */
  @Test
  void transportsSupportTheseOperations() {
    assertThat(Operation.values())
        .filteredOn(operation -> operation.isPossibleOver(Transport.UD))
        .containsExactly(Operation.SEND);
    assertThat(Operation.values())
        .filteredOn(operation -> operation.isPossibleOver(Transport.UC))
        .containsExactly(Operation.SEND, Operation.WRITE, Operation.WRITE_WITH_IMMEDIATE);
    assertThat(Operation.values()).allMatch(operation -> operation.isPossibleOver(Transport.RC));
    assertThat(Operation.values())
        .filteredOn(Operation::isAtomic)
        .containsExactly(Operation.COMPARE_AND_SWAP, Operation.FETCH_AND_ADD);
  }

  @Test
  void aServerSpeaksTheVersionsBetweenItsLowestAndItsHighest() {
    Welcome welcome = new Welcome(2, 4);

    assertThat(List.of(1, 2, 4, 5)).filteredOn(welcome::speaks).containsExactly(2, 4);
    assertThat(Welcome.ofThisVersion().speaks(Codec.VERSION)).isTrue();
  }

  @Test
  void anotherMemberHasTheSameTask() {
    assertThat(role(1, 4, 5, 6).of(3)).isEqualTo(role(3, 4, 5, 6));
  }

  @Test
  void aStreamThatEndsWithinAMessageHasNone() {
    byte[] bytes = Codec.encode(new Start(8));

    assertThatThrownBy(() -> Codec.read(new ByteArrayInputStream(bytes, 0, 7)))
        .isInstanceOf(WireException.class)
        .hasMessage("message: ends within its header");
    assertThatThrownBy(() -> Codec.read(new ByteArrayInputStream(bytes, 0, bytes.length - 3)))
        .isInstanceOf(WireException.class)
        .hasMessage("message: ends 3 bytes too early");
  }

  @Test
  void aPrivilegedQueueKeyIsNamedAsItIsOnTheWire() {
    byte[] bytes = Codec.encode(new Answer(endpoints(1)));
    bytes[Codec.HEADER_BYTES + 8] =
        (byte) 0x80; // behind the count, the numbers of queue pair and packet

    assertThatThrownBy(() -> Codec.decode(bytes))
        .hasMessage("qkey: 2147483648 is not allowed; allowed: 0..2147483647");
  }

  @Test
  void aNumberOfMembersThatCannotBeIsNamed() {
    byte[] bytes = Codec.encode(new Roster(1, peers(2)));
    bytes[Codec.HEADER_BYTES + 8] = 0;
    assertThatThrownBy(() -> Codec.decode(bytes))
        .hasMessage("peers: 0 is not allowed; allowed: 1..63");

    bytes[Codec.HEADER_BYTES + 8] = 4;
    assertThatThrownBy(() -> Codec.decode(bytes)).hasMessage("message: ends 138 bytes too early");
  }
}
