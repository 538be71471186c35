// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.Widening;

class FramesTest {
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());
  private static final String TEXT =
      "RDMA T\n{ x@n1; z@n2; }\nP0@n1 ;\nput z <- x ;\nexists (z=0)\n";

  private static final NodeAddress NODE =
      new NodeAddress(0xfe80000000000000L, 0x0123456789abcdefL, 0, 4096, 16, 128, 0x7f001000, -2);
  private static final PairAddress PAIR = new PairAddress(0x123456, 0xabcdef);
  private static final HostAddress HOST =
      new HostAddress(
          List.of(NODE, NODE),
          List.of(PAIR),
          List.of(),
          Optional.of(new HostAddress.Rows(NODE, List.of(PAIR))));

  private static final List<Frame> ALL =
      List.of(
          new Frame.Hello(1),
          new Frame.Here(List.of("rxe0", "mlx5_0")),
          new Frame.Test(new Part(1, 2, List.of(0, 1)), 1000, -7, 10_000, true, TEXT),
          new Frame.Make(true),
          new Frame.Made(HOST),
          new Frame.Connect(List.of(HOST, HOST)),
          new Frame.Attempt(),
          new Frame.Begin(3, 1000, Widening.READS),
          new Frame.Start(),
          new Frame.Over(1000),
          new Frame.Collect(1000),
          new Frame.Values(ByteBuffer.wrap(new byte[] {0, 1, 2})),
          new Frame.Done(),
          new Frame.Failed(true, "no atomics"),
          new Frame.Close(),
          new Frame.Bye());

  @Test
  void whatIsEncodedIsDecodedToTheSame() throws HostException {
    for (Frame frame : ALL) {
      assertThat(Frames.decode(Frames.encode(frame))).isEqualTo(frame);
    }
  }

  @Test
  void theLayoutIsThatOfTheManual() throws HostException {
    assertThat(hex(new Frame.Hello(1))).isEqualTo("01" + "0001");
    assertThat(hex(new Frame.Test(new Part(1, 2, List.of(0, 1)), 1000, 7, 10_000, true, "RDMA")))
        .isEqualTo(
            "03"
                + "01"
                + "02"
                + "02"
                + "0001"
                + "000003e8"
                + "0000000000000007"
                + "00002710"
                + "01"
                + "0004"
                + "52444d41");
    assertThat(
            hex(
                new Frame.Made(
                    new HostAddress(List.of(NODE), List.of(PAIR), List.of(), Optional.empty()))))
        .isEqualTo(
            "05"
                + "01"
                + "fe800000000000000123456789abcdef"
                + "0000"
                + "1000"
                + "10"
                + "80"
                + "000000007f001000"
                + "fffffffe"
                + "01"
                + "00123456"
                + "00abcdef"
                + "00"
                + "00");
    assertThat(hex(new Frame.Begin(3, 1000, Widening.READS)))
        .isEqualTo("08" + "0000000000000003" + "000003e8" + "02");
  }

  private static String hex(Frame frame) throws HostException {
    return HexFormat.of().formatHex(Frames.encode(frame));
  }

  @ParameterizedTest
  @CsvSource({
    "'', it ends 1 bytes too early",
    "00, 'kind: 0 is not allowed; allowed: 1..16'",
    "01, it ends 2 bytes too early",
    "01000100, 1 bytes are behind the last field",
    "04ff, 'flag: 255 is not allowed; allowed: 0..1'",
    "0201ffff, 'length of a text: 65535 is not allowed; allowed: 0..64'",
    "0201000480808080, a text is not UTF-8",
    "0aff000000, 'iterations done: 2147483647 is not allowed; allowed: 0..1000000'",
    "080000000000000003000003e803, 'widening: 3 is not allowed; allowed: 0..2'",
    "0302020001000003e80000000000000007000027100100, hosts have numbers from 0 to 1",
    "06ff, it ends 1 bytes too early",
  })
  void whatIsNoFrameIsRefused(String hex, String sentence) {
    assertThatThrownBy(() -> Frames.decode(HexFormat.of().parseHex(hex)))
        .isInstanceOf(HostException.class)
        .hasMessage(sentence);
  }

  @Test
  void mutatedFramesAreFramesOrRefused() throws HostException {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = mutated(Frames.encode(ALL.get(random.nextInt(ALL.size()))), random);
      try {
        assertThat(Frames.decode(bytes)).as("seed " + SEED).isNotNull();
      } catch (HostException e) {
        assertThat(e.getMessage()).as("seed " + SEED).isNotEmpty();
      }
    }
  }

  private static byte[] mutated(byte[] bytes, Random random) {
    byte[] changed = Arrays.copyOf(bytes, Math.max(1, bytes.length - random.nextInt(3)));
    for (int i = random.nextInt(4); i >= 0; i--) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
    }
    return changed;
  }

  @Test
  void aLeaderThatSaysAnythingLeavesNothingAtAHost() throws Exception {
    Random random = new Random(SEED);
    AtomicInteger refused = new AtomicInteger();
    for (int i = 0; i < 300; i++) {
      SimulatedHost host = new SimulatedHost("rxe0");
      List<Pipe> pair = Pipe.pair("leader", "host");
      pair.get(0).send(Frames.encode(new Frame.Hello(Frame.VERSION)));
      pair.get(0).send(Frames.encode(ALL.get(2)));
      pair.get(0).send(Frames.encode(new Frame.Make(false)));
      for (int k = random.nextInt(6); k >= 0; k--) {
        byte[] bytes = Frames.encode(ALL.get(random.nextInt(ALL.size())));
        pair.get(0).send(random.nextBoolean() ? bytes : mutated(bytes, random));
      }
      pair.get(0).close();
      try {
        new HostServer(host, new Budget(1 << 24)).serve(pair.get(1));
      } catch (IOException e) {
        refused.incrementAndGet();
      }
      assertThat(host.isFree()).as("seed " + SEED).isTrue();
    }
    assertThat(refused).hasPositiveValue();
  }

  @Test
  void anotherVersionIsRefused() throws IOException {
    List<Pipe> pair = Pipe.pair("leader", "host");
    pair.get(0).send(Frames.encode(new Frame.Hello(2)));

    assertThatThrownBy(
            () -> new HostServer(new SimulatedHost("rxe0"), new Budget(1)).serve(pair.get(1)))
        .hasMessage(
            "leader: asks for litmus tests on several hosts of version 2, of which only 1 is known"
                + " here");
    assertThat(pair.get(1).refusals)
        .containsExactly(
            "VERSION: you ask for litmus tests on several hosts of version 2, of which only 1 is"
                + " known here");
  }

  @Test
  void whatIsOutOfTurnIsRefused() throws IOException {
    List<Pipe> pair = Pipe.pair("leader", "host");
    pair.get(0).send(Frames.encode(new Frame.Hello(1)));
    pair.get(0).send(Frames.encode(new Frame.Start()));

    assertThatThrownBy(
            () -> new HostServer(new SimulatedHost("rxe0"), new Budget(1)).serve(pair.get(1)))
        .hasMessage("leader: sent START where TEST or BYE was due");
    assertThat(pair.get(1).refusals)
        .containsExactly("OUT_OF_TURN: you sent START where TEST or BYE was due");
    assertThat(Frames.decode(pair.get(0).receive(Duration.ofSeconds(60))))
        .isEqualTo(new Frame.Here(List.of("rxe0")));
  }

  @Test
  void aHostThatMakesAnotherPartIsFoundOut() throws Exception {
    List<Pipe> pair = Pipe.pair("leader", "host");
    pair.get(1).send(Frames.encode(new Frame.Here(List.of("rxe1"))));
    pair.get(1).send(Frames.encode(new Frame.Done()));
    pair.get(1).send(Frames.encode(new Frame.Made(HOST)));
    pair.get(1).close();
    SimulatedHost own = new SimulatedHost("rxe0");
    try (Leader leader = Leader.greet(own, List.of(pair.get(0)))) {
      assertThatThrownBy(() -> HostsTest.run(leader, "L1", 10))
          .isInstanceOf(HostsBrokenException.class)
          .hasRootCauseMessage(
              "another host made something else than its part: number of nodes: 2 is not allowed;"
                  + " allowed: 1..1");
    }
    assertThat(own.isFree()).isTrue();
  }
}
