// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.secure.seal.SealException.Reason;

class SealTest {
  /** Stands for a TLS connection: other labels, contexts and connections give other bytes. */
  private final SealKeys keys = connection("one");

  private static SealKeys connection(String name) {
    return new SealKeys((label, context, length) -> {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-512");
        digest.update((name + label).getBytes(StandardCharsets.UTF_8));
        return Arrays.copyOf(digest.digest(context), length);
      } catch (java.security.NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    });
  }

  private SealKey key() throws IOException {
    return keys.key(Direction.CLIENT_TO_SERVER, 3);
  }

  private Sealer sealer() throws IOException {
    return new Sealer(key());
  }

  private Opener opener(MessageOrder order) throws IOException {
    return new Opener(key(), order);
  }

  private static ByteBuffer contents(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return ByteBuffer.allocateDirect(size).put(bytes).flip();
  }

  private static ByteBuffer seal(Sealer sealer, ByteBuffer contents) throws SealException {
    ByteBuffer sealed = ByteBuffer.allocateDirect(contents.remaining() + Seal.OVERHEAD_BYTES);
    sealer.seal(contents.duplicate(), sealed);
    assertThat(sealed.hasRemaining()).isFalse();
    return sealed.flip();
  }

  private static void refused(Opener opener, ByteBuffer sealed, Reason reason) {
    ByteBuffer to = ByteBuffer.allocateDirect(sealed.remaining() + 8);
    to.put(0, (byte) 0x55).position(1);
    assertThatThrownBy(() -> opener.open(sealed.duplicate(), to))
        .isInstanceOfSatisfying(
            SealException.class, e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
    assertThat(to.position()).isEqualTo(1);
    assertThat(to.get(0)).isEqualTo((byte) 0x55);
    while (to.hasRemaining()) {
      assertThat(to.get()).as("nothing that is not authentic comes out").isZero();
    }
  }

  @Test
  void everySizeComesBackAsItWas() throws IOException {
    Sealer sealer = sealer();
    Opener opener = opener(MessageOrder.STRICT);
    int[] sizes =
        IntStream.concat(
                IntStream.rangeClosed(0, 300),
                IntStream.of(4095, 4096, 4097, 65536, 1 << 20, (1 << 20) + 13))
            .toArray();
    for (int i = 0; i < sizes.length; i++) {
      ByteBuffer contents = contents(sizes[i]);
      ByteBuffer sealed = seal(sealer, contents);
      ByteBuffer opened = ByteBuffer.allocateDirect(sizes[i]);
      assertThat(opener.open(sealed, opened)).isEqualTo(i);
      assertThat(sealed.hasRemaining()).isFalse();
      assertThat(opened.flip()).as("%d bytes", sizes[i]).isEqualTo(contents);
    }
  }

  @Test
  void sealingAndOpeningInPlaceGiveTheSame() throws IOException {
    ByteBuffer contents = contents(1000);
    ByteBuffer expected = seal(sealer(), contents);
    ByteBuffer memory = ByteBuffer.allocateDirect(1000 + Seal.OVERHEAD_BYTES);
    memory.put(Seal.HEADER_BYTES, contents, 0, 1000);
    sealer().seal(memory.slice(Seal.HEADER_BYTES, 1000), memory);
    assertThat(memory.flip()).isEqualTo(expected);
    opener(MessageOrder.STRICT).open(memory.duplicate(), memory.slice(Seal.HEADER_BYTES, 1000));
    assertThat(memory.slice(Seal.HEADER_BYTES, 1000)).isEqualTo(contents);
  }

  @Test
  void theFormatIsThatOfTheManual() throws IOException {
    ByteBuffer sealed = seal(sealer(), contents(20));
    byte[] header = new byte[Seal.HEADER_BYTES];
    sealed.get(header);
    assertThat(HexFormat.of().formatHex(header))
        .isEqualTo("01" + "00" + "0003" + "00000014" + "0000000000000000");
    assertThat(sealed.remaining()).isEqualTo(20 + 16);
  }

  @Test
  void equalContentsNeverLookEqual() throws IOException {
    Sealer sealer = sealer();
    ByteBuffer contents = ByteBuffer.allocate(64);
    assertThat(seal(sealer, contents)).isNotEqualTo(seal(sealer, contents));
    assertThat(seal(new Sealer(keys.key(Direction.SERVER_TO_CLIENT, 3)), contents).slice(16, 64))
        .isNotEqualTo(seal(sealer(), contents).slice(16, 64));
  }

  @ParameterizedTest
  @EnumSource(MessageOrder.class)
  void everyBitFlipIsRefused(MessageOrder order) throws IOException {
    for (int size : new int[] {0, 1, 40}) {
      ByteBuffer sealed = seal(sealer(), contents(size));
      for (int bit = 0; bit < sealed.capacity() * 8; bit++) {
        sealed.put(bit / 8, (byte) (sealed.get(bit / 8) ^ 1 << bit % 8));
        ByteBuffer to = ByteBuffer.allocate(size);
        String what = "bit %d of %d bytes".formatted(bit, size);
        assertThatThrownBy(() -> opener(order).open(sealed.duplicate(), to))
            .as(what)
            .isInstanceOf(SealException.class);
        assertThat(to.array()).containsOnly(size == 0 ? new byte[0] : new byte[] {0});
        sealed.put(bit / 8, (byte) (sealed.get(bit / 8) ^ 1 << bit % 8));
      }
      opener(order).open(sealed, ByteBuffer.allocate(size));
    }
  }

  @Test
  void sampledBitFlipsOfALargeMessageAreRefused() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    ByteBuffer sealed = seal(sealer(), contents(1 << 16));
    for (int i = 0; i < 100; i++) {
      int at = random.nextInt(sealed.capacity());
      byte was = sealed.get(at);
      sealed.put(at, (byte) (was ^ 1 << random.nextInt(8)));
      assertThatThrownBy(() ->
              opener(MessageOrder.STRICT).open(sealed.duplicate(), ByteBuffer.allocate(1 << 16)))
          .as("seed %d, byte %d", seed, at)
          .isInstanceOf(SealException.class);
      sealed.put(at, was);
    }
  }

  @Test
  void whatIsCutOrLengthenedIsRefused() throws IOException {
    ByteBuffer sealed = seal(sealer(), contents(40));
    for (int length = 0; length < sealed.capacity(); length++) {
      refused(opener(MessageOrder.STRICT), sealed.slice(0, length), Reason.TRUNCATED);
    }
    refused(
        opener(MessageOrder.STRICT),
        ByteBuffer.allocate(73).put(sealed.duplicate()).rewind(),
        Reason.TRUNCATED);
  }

  @Test
  void anotherDirectionQueuePairOrConnectionIsRefused() throws IOException {
    ByteBuffer sealed = seal(sealer(), contents(40));
    refused(
        new Opener(keys.key(Direction.SERVER_TO_CLIENT, 3), MessageOrder.STRICT),
        sealed,
        Reason.MISDIRECTED);
    refused(
        new Opener(keys.key(Direction.CLIENT_TO_SERVER, 4), MessageOrder.STRICT),
        sealed,
        Reason.MISDIRECTED);
    refused(
        new Opener(connection("two").key(Direction.CLIENT_TO_SERVER, 3), MessageOrder.STRICT),
        sealed,
        Reason.FORGED);
    // With the header made to fit, the keys still differ.
    sealed.put(1, (byte) 1);
    refused(
        new Opener(keys.key(Direction.SERVER_TO_CLIENT, 3), MessageOrder.STRICT),
        sealed,
        Reason.FORGED);
  }

  @Test
  void strictOrderTakesOneAfterTheOther() throws IOException {
    Sealer sealer = sealer();
    ByteBuffer first = seal(sealer, contents(8));
    ByteBuffer second = seal(sealer, contents(8));
    ByteBuffer third = seal(sealer, contents(8));
    Opener opener = opener(MessageOrder.STRICT);
    refused(opener, second, Reason.OUT_OF_ORDER);
    opener.open(first.duplicate(), ByteBuffer.allocate(8));
    refused(opener, first, Reason.REPLAYED);
    refused(opener, third, Reason.OUT_OF_ORDER);
    opener.open(second.duplicate(), ByteBuffer.allocate(8));
    opener.open(third.duplicate(), ByteBuffer.allocate(8));
    refused(opener, second, Reason.REPLAYED);
  }

  @Test
  void ascendingOrderTakesGapsAndNothingTwice() throws IOException {
    Sealer sealer = sealer();
    ByteBuffer first = seal(sealer, contents(8));
    ByteBuffer second = seal(sealer, contents(8));
    ByteBuffer third = seal(sealer, contents(8));
    Opener opener = opener(MessageOrder.ASCENDING);
    opener.open(second.duplicate(), ByteBuffer.allocate(8));
    refused(opener, first, Reason.REPLAYED);
    refused(opener, second, Reason.REPLAYED);
    opener.open(third.duplicate(), ByteBuffer.allocate(8));
  }

  @Test
  void aForgedMessageDoesNotMoveTheOrder() throws IOException {
    ByteBuffer sealed = seal(sealer(), contents(8));
    ByteBuffer forged = ByteBuffer.allocate(40).put(sealed.duplicate()).flip();
    forged.putLong(8, 1000);
    for (MessageOrder order : new MessageOrder[] {MessageOrder.ASCENDING, MessageOrder.WINDOW}) {
      Opener opener = opener(order);
      refused(opener, forged, Reason.FORGED);
      opener.open(sealed.duplicate(), ByteBuffer.allocate(8));
    }
  }

  @Test
  void theWindowTakesEachOnceInAnyOrder() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    ReplayGuard guard = new ReplayGuard(MessageOrder.WINDOW);
    java.util.Set<Long> seen = new java.util.HashSet<>();
    long latest = -1;
    for (int i = 0; i < 100_000; i++) {
      long counter =
          Math.max(0, latest - 1100 + random.nextInt(random.nextInt(100) == 0 ? 9000 : 1110));
      boolean isExpected = !seen.contains(counter) && counter > latest - ReplayGuard.WINDOW;
      boolean isAccepted;
      try {
        guard.check(counter);
        guard.accept(counter);
        isAccepted = true;
        seen.add(counter);
        latest = Math.max(latest, counter);
      } catch (SealException e) {
        isAccepted = false;
      }
      assertThat(isAccepted)
          .as("seed %d, counter %d, latest %d", seed, counter, latest)
          .isEqualTo(isExpected);
    }
    assertThat(seen).hasSizeGreaterThan(1000);
  }

  @Test
  void memoryAtRestIsOpenedAgainAndAgain() throws IOException {
    ByteBuffer sealed = seal(sealer(), contents(8));
    Opener opener = opener(MessageOrder.ANY);
    for (int i = 0; i < 3; i++) {
      assertThat(opener.open(sealed.duplicate(), ByteBuffer.allocate(8))).isZero();
    }
  }

  @Test
  void aKeyThatIsUsedUpSealsNoMore() throws IOException {
    Sealer lastCounter = new Sealer(key(), Long.MAX_VALUE, 0);
    seal(lastCounter, contents(8));
    usedUp(lastCounter);
    Sealer lastBlock = new Sealer(key(), 0, Sealer.MOST_BLOCKS - 3);
    seal(lastBlock, contents(16));
    usedUp(lastBlock);
    Sealer closed = sealer();
    closed.close();
    usedUp(closed);
  }

  private static void usedUp(Sealer sealer) {
    ByteBuffer to = ByteBuffer.allocate(100);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> sealer.seal(contents(16), to))
          .isInstanceOfSatisfying(
              SealException.class, e -> assertThat(e.reason()).isEqualTo(Reason.KEY_USED_UP));
    }
    assertThat(to.position()).isZero();
  }

  @Test
  void roomThatIsTooSmallIsAnErrorOfTheCallerAndUsesNoCounter() throws IOException {
    Sealer sealer = sealer();
    assertThatThrownBy(() -> sealer.seal(contents(8), ByteBuffer.allocate(39)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(seal(sealer, contents(8)).getLong(8)).isZero();
  }
}
