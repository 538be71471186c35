// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.bpf.RingBuffer;
import org.rdmamonitor.nativelib.monitor.CallRecord;

/** A reader over a ring buffer in ordinary memory, of which every record is a call's. */
class EventPollerTest {
  private static final int RING = 1 << 16;
  private static final long RECORD = (CallRecord.SIZE + 8 + 7L) & -8L;

  private final Queue<Integer> taken = new ConcurrentLinkedQueue<>();
  private Arena arena;
  private MemorySegment producer;
  private MemorySegment data;
  private RingBuffer ring;
  private int made;
  private final Kernel kernel = new Kernel();

  /** Gives notice when it is told to. */
  private static final class Kernel implements EventPoller.Notice {
    private final Semaphore asked = new Semaphore(0);
    private final Semaphore given = new Semaphore(0);
    private final Semaphore askedAgain = new Semaphore(0);
    private volatile boolean isLost;

    @Override
    public void await(Duration most) throws InterruptedException {
      asked.release();
      if (isLost) {
        Thread.sleep(1);
      } else {
        given.acquire();
      }
    }

    @Override
    public void askAgain() {
      askedAgain.release();
    }
  }

  @BeforeEach
  void makeRing() {
    arena = Arena.ofShared();
    MemorySegment consumer = arena.allocate(8, 8);
    producer = arena.allocate(8, 8);
    data = arena.allocate(2L * RING, 8);
    ring = new RingBuffer(consumer, producer, data, RING);
  }

  @AfterEach
  void close() {
    arena.close();
  }

  /** The kernel's end; the records are told apart by their order. */
  private void make(int records) {
    for (int i = 0; i < records; i++) {
      data.set(ValueLayout.JAVA_INT, made * RECORD, CallRecord.SIZE);
      made++;
    }
    ValueLayout.JAVA_LONG.varHandle().setRelease(producer, 0L, made * RECORD);
  }

  private Consumer<CallRecord> takingBut(int which, Throwable thrown) {
    return record -> {
      int number = taken.size();
      taken.add(number);
      if (number == which) {
        EventPollerTest.<RuntimeException>raise(thrown);
      }
    };
  }

  @SuppressWarnings("unchecked") // an Error or a RuntimeException
  private static <T extends Throwable> void raise(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 6000 && !condition.getAsBoolean(); i++) {
      Thread.sleep(10);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @Test
  void whatIsThereIsReadAndAllIsWell() throws InterruptedException {
    make(5);
    try (EventPoller poller = new EventPoller(ring, kernel, takingBut(-1, new AssertionError()))) {
      await(() -> poller.seen() == 5);
      make(3);
      await(() -> poller.seen() == 8);
      assertThat(poller.failed()).isZero();
      assertThat(poller.trouble()).isEmpty();
    }
  }

  @Test
  void aRecordThatCannotBeTakenInStopsNoOther() throws InterruptedException {
    make(10);
    try (EventPoller poller =
        new EventPoller(
            ring, kernel, takingBut(3, new IllegalStateException("no name\u001b[2J")))) {
      await(() -> taken.size() == 10);
      make(1);
      await(() -> taken.size() == 11);
      assertThat(poller.failed()).isEqualTo(1);
      assertThat(poller.trouble()).isEmpty();
    }
  }

  @Test
  void memoryThatRunsOutOnceStopsNoOther() throws InterruptedException {
    make(10);
    try (EventPoller poller =
        new EventPoller(ring, kernel, takingBut(9, new OutOfMemoryError("heap")))) {
      await(() -> taken.size() == 10);
      make(1);
      await(() -> taken.size() == 11);
      assertThat(poller.failed()).isEqualTo(1);
      assertThat(poller.trouble()).isEmpty();
    }
  }

  @Test
  void aReaderThatHasEndedSaysSo() throws InterruptedException {
    make(10);
    try (EventPoller poller =
        new EventPoller(ring, kernel, takingBut(3, new InternalError("page")))) {
      await(() -> !poller.trouble().isEmpty());
      make(5);
      assertThat(taken).containsExactly(0, 1, 2, 3);
      assertThat(poller.trouble()).isEqualTo("java.lang.InternalError: page");
    }
    assertThat(taken).hasSize(4);
  }

  @Test
  void whoNeedsWhatIsThereNowNeedNotWaitForTheReader() {
    try (EventPoller poller = new EventPoller(ring, kernel, takingBut(-1, new AssertionError()))) {
      for (int i = 1; i <= 50; i++) {
        make(3);
        poller.catchUp();
        assertThat(taken).hasSize(3 * i);
      }
    }
    assertThat(taken).hasSize(150);
  }

  @Test
  void whoComesToTheEndOfAReaderThatHasFailedReadsNoMore() {
    try (EventPoller poller =
        new EventPoller(ring, kernel, takingBut(0, new InternalError("page")))) {
      make(2);
      poller.catchUp();
      poller.catchUp();
      assertThat(taken).hasSize(1);
      assertThat(poller.trouble()).isEqualTo("java.lang.InternalError: page");
    }
    assertThat(taken).hasSize(1);
  }

  @Test
  void whereNothingComesItWaitsForNotice() throws InterruptedException {
    try (EventPoller poller = new EventPoller(ring, kernel, takingBut(-1, new AssertionError()))) {
      kernel.asked.acquire();
      make(5);
      kernel.given.release();
      await(() -> poller.seen() == 5);
      kernel.asked.acquire();
      assertThat(kernel.asked.availablePermits()).as("waits since").isZero();
    }
    assertThat(taken).hasSize(5);
  }

  @Test
  void aNoticeThatIsLostLosesNoEvent() throws InterruptedException {
    kernel.isLost = true;
    try (EventPoller poller = new EventPoller(ring, kernel, takingBut(-1, new AssertionError()))) {
      kernel.asked.acquire(3);
      make(5);
      await(() -> poller.seen() == 5);
    }
  }

  @Test
  void whoReadsWhatItWaitsForAsksForAnotherNotice() throws InterruptedException {
    try (EventPoller poller = new EventPoller(ring, kernel, takingBut(-1, new AssertionError()))) {
      kernel.asked.acquire();
      poller.catchUp();
      assertThat(kernel.askedAgain.availablePermits()).as("for nothing").isZero();
      make(2);
      poller.catchUp();
      assertThat(kernel.askedAgain.availablePermits()).isEqualTo(1);
      assertThat(taken).hasSize(2);
    }
  }

  @Test
  void itEndsWhileItWaits() throws InterruptedException {
    EventPoller poller = new EventPoller(ring, kernel, takingBut(-1, new AssertionError()));
    kernel.asked.acquire();
    make(2);
    poller.close();
    assertThat(taken).as("what is there at the end is read").hasSize(2);
  }
}
