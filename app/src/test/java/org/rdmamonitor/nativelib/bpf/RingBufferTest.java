// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.nativelib.posix.Memory;

class RingBufferTest {
  private static final int SIZE = 64;

  /** What the kernel's end does with a record. */
  enum Fate {
    SUBMITTED,
    DISCARDED,
    BUSY
  }

  public record Entry(String content, Fate fate) {}

  /**
   * A ring of 64 bytes and what one call makes of it.
   *
   * @param start position of both ends beforehand
   * @param limit of the call
   * @param read the records that are handed over
   * @param consumed bytes given back by the call
   */
  record Case(
      String name, long start, List<Entry> ring, int limit, List<String> read, int consumed) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Entry submitted(String content) {
    return new Entry(content, Fate.SUBMITTED);
  }

  private static Entry discarded(String content) {
    return new Entry(content, Fate.DISCARDED);
  }

  private static Entry busy(String content) {
    return new Entry(content, Fate.BUSY);
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("an empty ring gives nothing", 0, List.of(), 9, List.of(), 0),
        new Case("an empty ring that was used gives nothing", 4096, List.of(), 9, List.of(), 0),
        new Case(
            "one record is read", 0, List.of(submitted("8 bytes.")), 9, List.of("8 bytes."), 16),
        new Case(
            "several records are read in their order",
            0,
            List.of(submitted("a"), submitted("b"), submitted("c")),
            9,
            List.of("a", "b", "c"),
            48),
        new Case(
            "a record without content is a record", 0, List.of(submitted("")), 9, List.of(""), 8),
        new Case(
            "the padding to 8 bytes is not handed over",
            0,
            List.of(submitted("123456789"), submitted("next")),
            9,
            List.of("123456789", "next"),
            40),
        new Case(
            "a busy record stops the reading",
            0,
            List.of(submitted("a"), busy("b"), submitted("c")),
            9,
            List.of("a"),
            16),
        new Case(
            "a busy record at the front stops the reading",
            0,
            List.of(busy("a"), submitted("b")),
            9,
            List.of(),
            0),
        new Case(
            "a discarded record is skipped",
            0,
            List.of(submitted("a"), discarded("b"), submitted("c")),
            9,
            List.of("a", "c"),
            48),
        new Case(
            "the space of discarded records is given back",
            0,
            List.of(discarded("a"), discarded("b")),
            9,
            List.of(),
            32),
        new Case(
            "no more than the limit is read",
            0,
            List.of(submitted("a"), submitted("b"), submitted("c")),
            2,
            List.of("a", "b"),
            32),
        new Case(
            "discarded records do not count towards the limit",
            0,
            List.of(discarded("a"), submitted("b"), submitted("c")),
            1,
            List.of("b"),
            32),
        new Case("a limit of none reads none", 0, List.of(submitted("a")), 0, List.of(), 0),
        new Case(
            "a record is contiguous across the end of the ring",
            SIZE - 16,
            List.of(submitted("before and after")),
            9,
            List.of("before and after"),
            24),
        new Case(
            "a record whose header ends the ring has its content at the start",
            SIZE - 8,
            List.of(submitted("at the start")),
            9,
            List.of("at the start"),
            24),
        new Case(
            "positions above 2^32 are positions",
            (1L << 32) - 16,
            List.of(submitted("below 2^32"), submitted("above")),
            9,
            List.of("below 2^32", "above"),
            40),
        new Case(
            "positions near 2^63 are positions",
            Long.MAX_VALUE - 127,
            List.of(submitted("late"), submitted("later")),
            9,
            List.of("late", "later"),
            32));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void reads(Case expected) {
    RingProducer kernel = new RingProducer(SIZE, expected.start);
    for (Entry entry : expected.ring) {
      put(kernel, entry);
    }
    List<String> read = new ArrayList<>();
    int count;
    try (RingBuffer ring = kernel.reader()) {
      count = ring.drain((address, length) -> read.add(text(address, length)), expected.limit);
      assertThat(ring.pendingBytes())
          .isEqualTo(kernel.produced() - expected.start - expected.consumed);
    }
    assertThat(read).isEqualTo(expected.read);
    assertThat(count).isEqualTo(expected.read.size());
    assertThat(kernel.consumed() - expected.start).isEqualTo(expected.consumed);
  }

  @Test
  void goesOnWhereItStoppedAtABusyRecord() {
    RingProducer kernel = new RingProducer(SIZE, 0);
    long first = put(kernel, busy("first"));
    put(kernel, submitted("second"));
    try (RingBuffer ring = kernel.reader()) {
      assertThat(drain(ring)).isEmpty();
      kernel.submit(first);
      assertThat(drain(ring)).containsExactly("first", "second");
      assertThat(drain(ring)).isEmpty();
    }
  }

  @Test
  void givesBackEachRecordBeforeTheNext() {
    RingProducer kernel = new RingProducer(SIZE, 0);
    put(kernel, submitted("a"));
    put(kernel, submitted("b"));
    put(kernel, submitted("c"));
    List<Long> given = new ArrayList<>();
    try (RingBuffer ring = kernel.reader()) {
      ring.drain((address, length) -> given.add(kernel.consumed()), 9);
    }
    assertThat(given).containsExactly(0L, 16L, 32L);
  }

  @Test
  void handsARecordOverAgainWhoseHandlerThrew() {
    RingProducer kernel = new RingProducer(SIZE, 0);
    put(kernel, submitted("a"));
    put(kernel, submitted("b"));
    try (RingBuffer ring = kernel.reader()) {
      RingBuffer.RecordHandler throwsAtB =
          (address, length) -> {
            if (text(address, length).equals("b")) {
              throw new IllegalStateException("at b");
            }
          };
      assertThatThrownBy(() -> ring.drain(throwsAtB, 9)).hasMessage("at b");
      assertThat(kernel.consumed()).isEqualTo(16);
      assertThat(drain(ring)).containsExactly("b");
    }
  }

  @Test
  void startsWhereAnEarlierReaderStopped() {
    RingProducer kernel = new RingProducer(SIZE, 0);
    put(kernel, submitted("a"));
    put(kernel, submitted("b"));
    try (RingBuffer earlier = kernel.reader()) {
      earlier.drain((address, length) -> {}, 1);
    }
    try (RingBuffer ring = kernel.reader()) {
      assertThat(drain(ring)).containsExactly("b");
    }
  }

  @Test
  void readsWhatComesAfterTheRingWasFull() {
    RingProducer kernel = new RingProducer(SIZE, 0);
    while (kernel.reserve(8) >= 0) {
      // until it is full
    }
    for (long record = 0; record < kernel.produced(); record += 16) {
      kernel.submit(record);
    }
    try (RingBuffer ring = kernel.reader()) {
      assertThat(ring.drain((address, length) -> {}, 9)).isEqualTo(3);
      put(kernel, submitted("after"));
      assertThat(drain(ring)).containsExactly("after");
    }
  }

  @Test
  void refusesASizeThatIsNoPowerOfTwo() {
    MemorySegment memory = Arena.global().allocate(192, Long.BYTES);
    assertThatThrownBy(() -> new RingBuffer(memory, memory, memory, 96))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("96");
  }

  @Test
  void knowsTheKernelsConstants() {
    assertThat(RingBuffer.agreesWithKernelHeaders()).isTrue();
  }

  private static long put(RingProducer kernel, Entry entry) {
    byte[] content = entry.content.getBytes(StandardCharsets.UTF_8);
    long record = kernel.reserve(content.length);
    assertThat(record).as("room for %s", entry).isNotNegative();
    kernel.write(record, content);
    switch (entry.fate) {
      case SUBMITTED -> kernel.submit(record);
      case DISCARDED -> kernel.discard(record);
      case BUSY -> {}
    }
    return record;
  }

  private static List<String> drain(RingBuffer ring) {
    List<String> read = new ArrayList<>();
    ring.drain((address, length) -> read.add(text(address, length)), Integer.MAX_VALUE);
    return read;
  }

  private static String text(long address, int length) {
    byte[] bytes = new byte[length];
    Memory.copy(address, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
