// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.bpf.RingBuffer;
import org.rdmamonitor.nativelib.monitor.CallRecord;
import org.rdmamonitor.nativelib.monitor.EventNotice;

/**
 * Reads the ring buffer on a virtual thread: drains it without blocking, then sleeps, the longer
 * the less there was to read. After a full batch it reads on at once. When nothing has come for a
 * while, it waits for the kernel to wake it, which costs nothing on an idle host; before that,
 * waking it would cost time in the tasks that make calls. If the consumer fails at a record, that
 * is counted and the record skipped. Any other failure ends the reading, and is kept to be
 * reported.
 */
public final class EventPoller implements AutoCloseable {
  private static final int BATCH = 1024;

  /** The most that is read on a caller's thread: more than the ring buffer holds. */
  private static final int MOST = 1 << 14;

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofMillis(20);

  /** For this long nothing must come before it waits to be woken. */
  private static final Duration QUIET = Duration.ofMillis(200);

  /**
   * It looks after this long even if it is not woken. What can make the kernel's notice go unheard
   * is that somebody else reads the event first, who then asks for another one.
   */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  /** The kernel's wake-up when there is an event. */
  public interface Notice {
    /** Asks to be woken and waits, at most this long; may return earlier at any time. */
    void await(Duration most) throws InterruptedException;

    /** Asks once more, for the thread that waits. Safe for use by any thread. */
    void askAgain();
  }

  /** That of the running kernel. */
  public record KernelNotice(EventNotice events) implements Notice {
    @Override
    public void await(Duration most) throws InterruptedException {
      events.await(most);
    }

    @Override
    public void askAgain() {
      events.ask();
    }
  }

  private final RingBuffer ring;
  private final Notice notice;
  private final Consumer<CallRecord> consumer;
  private final AtomicLong seen = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final Thread thread;
  private volatile boolean waiting;
  private volatile boolean stopping;
  private volatile @Nullable Throwable end;

  /** Starts to read; the consumer is called on the poller's thread. */
  public EventPoller(RingBuffer ring, Notice notice, Consumer<CallRecord> consumer) {
    this.ring = ring;
    this.notice = notice;
    this.consumer = consumer;
    this.thread = Thread.ofVirtual().name("ring-buffer-poller").start(this::run);
  }

  /** Events read so far. Safe for use by any thread. */
  public long seen() {
    return seen.get();
  }

  /** Events read that the consumer failed at. Safe for use by any thread. */
  public long failed() {
    return failed.get();
  }

  /** Why it no longer reads; empty as long as it does. Safe for use by any thread. */
  public String trouble() {
    Throwable why = end;
    return why == null ? "" : why.toString();
  }

  private void run() {
    Duration pause = SHORTEST;
    Duration quiet = Duration.ZERO;
    while (!stopping) {
      int read = drain(BATCH);
      if (read == BATCH) {
        continue;
      }
      pause = read > 0 ? SHORTEST : min(pause.plus(pause), LONGEST);
      quiet = read > 0 ? Duration.ZERO : quiet.plus(pause);
      try {
        if (quiet.compareTo(QUIET) > 0) {
          long began = System.nanoTime();
          await();
          if (System.nanoTime() - began >= LONGEST_WAIT.toNanos()) {
            continue;
          }
          // More may come at once; and a record that is being written is not there yet.
          pause = SHORTEST;
        }
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        break;
      }
    }
    drain(Integer.MAX_VALUE);
  }

  private void await() throws InterruptedException {
    waiting = true;
    try {
      notice.await(LONGEST_WAIT);
    } finally {
      waiting = false;
    }
  }

  /** For one thread at a time, like the ring buffer; after a failure nothing is read any more. */
  private int drain(int most) {
    synchronized (ring) {
      if (end != null) {
        return 0;
      }
      try {
        int read = ring.drain(this::accept, most);
        seen.addAndGet(read);
        return read;
      } catch (RuntimeException | Error e) {
        end = e;
        stopping = true;
        return 0;
      }
    }
  }

  /** Reads what is there now, on the caller's thread. Safe for use by any thread. */
  public void catchUp() {
    if (drain(MOST) > 0 && waiting) {
      notice.askAgain();
    }
  }

  private void accept(long address, int length) {
    if (length < CallRecord.SIZE) {
      return;
    }
    try {
      consumer.accept(CallRecord.read(address));
    } catch (RuntimeException | OutOfMemoryError e) {
      failed.incrementAndGet();
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
