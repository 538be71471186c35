// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.CallRecord;
import org.rdmamonitor.nativelib.RingBuffer;

/**
 * Reads the ring buffer on a virtual thread: drains it without blocking, then sleeps, the longer
 * the less there was to read. A full batch is followed by the next at once.
 */
final class EventPoller implements AutoCloseable {
  private static final int BATCH = 1024;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofMillis(20);

  private final RingBuffer ring;
  private final Consumer<CallRecord> consumer;
  private final AtomicLong seen = new AtomicLong();
  private final AtomicLong outOfMemory = new AtomicLong();
  private final Thread thread;
  private volatile boolean stopping;

  /** Starts to read; the consumer is called on the poller's thread. */
  EventPoller(RingBuffer ring, Consumer<CallRecord> consumer) {
    this.ring = ring;
    this.consumer = consumer;
    this.thread = Thread.ofVirtual().name("ring-buffer-poller").start(this::run);
  }

  /** Events read so far. Safe for use by any thread. */
  long seen() {
    return seen.get();
  }

  /** Events for which there was no memory. Safe for use by any thread. */
  long leftOut() {
    return outOfMemory.get();
  }

  private void run() {
    Duration pause = SHORTEST;
    while (!stopping) {
      int read = ring.drain(this::accept, BATCH);
      seen.addAndGet(read);
      if (read == BATCH) {
        continue;
      }
      pause = read > 0 ? SHORTEST : min(pause.multipliedBy(2), LONGEST);
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        break;
      }
    }
    seen.addAndGet(ring.drain(this::accept, Integer.MAX_VALUE));
  }

  private void accept(long address, int length) {
    if (length >= CallRecord.SIZE) {
      try {
        consumer.accept(CallRecord.read(address));
      } catch (OutOfMemoryError e) {
        outOfMemory.incrementAndGet();
      }
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /** Reads what is left, and ends. */
  @Override
  public void close() {
    stopping = true;
    thread.interrupt();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
