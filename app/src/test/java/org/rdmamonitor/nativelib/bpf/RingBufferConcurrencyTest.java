// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmamonitor.nativelib.posix.Memory;

/** A writer that has several records in hand at a time, and a reader, each on its own thread. */
class RingBufferConcurrencyTest {
  private static final int RECORDS = 1_000_000;
  private static final int SIZE = 1 << 14;
  private static final int LONGEST = 300;
  private static final int IN_HAND = 8;

  private final long seed = System.nanoTime();
  private final RingProducer kernel = new RingProducer(SIZE, (1L << 32) - SIZE);

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void everyRecordArrivesOnceInOrderAndWhole() throws InterruptedException {
    System.out.println("RingBufferConcurrencyTest: seed " + seed);
    Thread writer = Thread.ofPlatform().start(this::write);
    try (RingBuffer ring = kernel.reader()) {
      Checker checker = new Checker();
      SplittableRandom random = new SplittableRandom(seed + 1);
      while (checker.next < RECORDS) {
        int limit = random.nextInt(1, 100);
        int read = ring.drain(checker, limit);
        assertThat(read).isBetween(0, limit);
        if (read == 0) {
          LockSupport.parkNanos(1);
        }
        checker.skipDiscarded();
      }
      writer.join();
      assertThat(checker.wrong).as("seed %d", seed).isEmpty();
      assertThat(ring.drain(checker, Integer.MAX_VALUE)).isZero();
      assertThat(ring.pendingBytes()).isZero();
      assertThat(kernel.consumed()).isEqualTo(kernel.produced());
    }
  }

  /** Reserves some records, then commits them in any order. */
  private void write() {
    SplittableRandom random = new SplittableRandom(seed + 2);
    List<Reserved> inHand = new ArrayList<>();
    int next = 0;
    while (next < RECORDS || !inHand.isEmpty()) {
      int wanted = next < RECORDS ? random.nextInt(IN_HAND + 1) : 0;
      while (inHand.size() < wanted && next < RECORDS) {
        long record = kernel.reserve(length(next));
        if (record < 0) {
          LockSupport.parkNanos(1);
          break;
        }
        inHand.add(new Reserved(next++, record));
      }
      if (!inHand.isEmpty()) {
        commit(inHand.remove(random.nextInt(inHand.size())));
      }
    }
  }

  private record Reserved(int number, long record) {}

  private void commit(Reserved reserved) {
    kernel.write(reserved.record, content(reserved.number));
    if (isDiscarded(reserved.number)) {
      kernel.discard(reserved.record);
    } else {
      kernel.submit(reserved.record);
    }
  }

  /** Holds the records against what the writer meant to write. */
  private final class Checker implements RingBuffer.RecordHandler {
    int next;
    final List<String> wrong = new ArrayList<>();

    @Override
    public void accept(long address, int length) {
      skipDiscarded();
      byte[] bytes = new byte[length];
      Memory.copy(address, bytes);
      if (!Arrays.equals(bytes, content(next)) && wrong.size() < 10) {
        wrong.add("record " + next + " of " + length(next) + " bytes: " + length + " bytes");
      }
      next++;
    }

    /** To be called after a drain too: nobody hands over the discarded records at the end. */
    void skipDiscarded() {
      while (next < RECORDS && isDiscarded(next)) {
        next++;
      }
    }
  }

  private SplittableRandom random(int number) {
    return new SplittableRandom(seed ^ (number * 0x9e3779b97f4a7c15L));
  }

  private int length(int number) {
    return random(number).nextInt(LONGEST + 1);
  }

  private boolean isDiscarded(int number) {
    return number % 5 == 3;
  }

  private byte[] content(int number) {
    SplittableRandom random = random(number);
    byte[] bytes = new byte[random.nextInt(LONGEST + 1)];
    random.nextBytes(bytes);
    return bytes;
  }
}
