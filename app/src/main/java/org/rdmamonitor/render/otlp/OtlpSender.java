// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.rdmamonitor.http.HttpConfig;
import org.rdmamonitor.http.HttpSetupException;

/**
 * Sends observations as log records by OTLP over HTTP, on its own thread: in batches, one request
 * after the other, and again while the receiver cannot take them. Offering never waits; what does
 * not fit into a bounded queue is dropped, and counted. Delivery is at least once: a receiver whose
 * answer was lost gets a batch twice, with the same {@code log.record.uid}. Safe for use by several
 * threads.
 */
public final class OtlpSender implements AutoCloseable {
  /** As many as the batch processors of OpenTelemetry's own libraries send. */
  static final int BATCH = 512;

  /** How long a record waits for others to be sent with it. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** The time for what is left if somebody waits for the end. */
  private static final Duration LAST_IN_HASTE = Duration.ofSeconds(1);

  private static final Duration GLANCE = Duration.ofMillis(20);

  private final Outbox outbox;
  private final Function<List<QueuedObservation>, byte[]> encoding;
  private final Receiver receiver;
  private final Timing timing;
  private final Rests rests;
  private final Thread thread;

  /**
   * Where to, and how.
   *
   * @param server the base URL, to which {@code /v1/logs} is added, or one that ends so already
   * @param headers of each request
   * @param queue the most log records that wait
   * @param clock tells when something was observed
   */
  public record Setup(
      URI server,
      HttpConfig http,
      Map<String, String> headers,
      int queue,
      Emitter emitter,
      InstantSource clock) {}

  /**
   * When to send.
   *
   * @param linger how long a record waits for others to go with
   */
  record Timing(Duration linger, Backoff backoff) {}

  /** Pauses in which a receiver is left alone. */
  interface Rests {
    /**
     * Waits.
     *
     * @param untilTheEnd whether to go on as soon as the sender is closed
     */
    void rest(Duration duration, boolean untilTheEnd) throws InterruptedException;

    /** Notes that the sender is closed. */
    void end();
  }

  OtlpSender(
      Outbox outbox,
      Function<List<QueuedObservation>, byte[]> encoding,
      Receiver receiver,
      Timing timing,
      Rests rests) {
    this.outbox = outbox;
    this.encoding = encoding;
    this.receiver = receiver;
    this.timing = timing;
    this.rests = rests;
    this.thread = Thread.ofPlatform().daemon().name("otlp-sender").start(this::run);
  }

  /**
   * Sends from now on.
   *
   * @throws HttpSetupException if TLS cannot be set up
   */
  public static OtlpSender open(Setup setup) throws HttpSetupException {
    return new OtlpSender(
        new Outbox(setup.queue(), setup.clock()),
        batch -> ExportRequest.of(batch, setup.emitter()),
        new OtlpClient(
            setup.server(),
            setup.http(),
            setup.headers(),
            setup.emitter().version(),
            TIMEOUT,
            setup.clock()),
        new Timing(LINGER, new Backoff(() -> ThreadLocalRandom.current().nextDouble())),
        new RealRests());
  }

  /** Has an observation sent, or drops it; does not wait. */
  public void offer(Observation observation) {
    outbox.offer(observation);
  }

  /**
   * Offers an observation, and waits for room; it is dropped if there is none within this time. For
   * callers that have nothing more urgent to do.
   *
   * @param isStopped asked now and then while it waits
   */
  public void offer(Observation observation, Duration patience, BooleanSupplier isStopped) {
    outbox.offer(observation, patience, isStopped);
  }

  /** What has become of them so far. */
  public Delivery delivery() {
    return outbox.delivery();
  }

  private void run() {
    try {
      List<QueuedObservation> batch = outbox.next(BATCH, timing.linger());
      while (!batch.isEmpty()) {
        deliver(batch);
        batch = outbox.next(BATCH, timing.linger());
      }
    } catch (InterruptedException givenUp) {
      // close() does this, and counts what is left.
    }
  }

  private void deliver(List<QueuedObservation> batch) throws InterruptedException {
    byte[] request;
    try {
      request = encoding.apply(batch);
    } catch (RuntimeException | OutOfMemoryError e) {
      // It is better to go on without these than to send none.
      outbox.settle(batch.size(), 0, "log records cannot be written: " + e);
      return;
    }
    boolean mayHaveCome = false;
    for (int failures = 0; ; failures++) {
      outbox.ask(batch.size());
      switch (send(request)) {
        case Receiver.Taken taken -> {
          long rejected = Math.min(taken.rejected(), batch.size());
          outbox.settle(batch.size(), batch.size() - rejected, taken.message());
          return;
        }
        case Receiver.Refused refused -> {
          outbox.settle(batch.size(), 0, refused.reason());
          return;
        }
        case Receiver.Silent silent -> {
          mayHaveCome = true;
          outbox.trouble(silent.reason(), true);
          leaveAlone(Duration.ZERO, timing.backoff().after(failures));
        }
        case Receiver.Unavailable unavailable -> {
          outbox.trouble(unavailable.reason(), mayHaveCome);
          leaveAlone(unavailable.after().orElse(Duration.ZERO), timing.backoff().after(failures));
        }
      }
    }
  }

  /** Pauses as long as the receiver has asked for, even at the end, and no shorter than this. */
  private void leaveAlone(Duration asked, Duration least) throws InterruptedException {
    if (asked.isPositive()) {
      rests.rest(asked, false);
    }
    if (asked.compareTo(least) < 0) {
      rests.rest(least.minus(asked), true);
    }
  }

  private Receiver.Answer send(byte[] request) throws InterruptedException {
    try {
      return receiver.send(request);
    } catch (RuntimeException | OutOfMemoryError e) {
      return new Receiver.Unavailable("log records cannot be sent: " + e, Optional.empty());
    }
  }

  /** Ends it, and waits no longer than where there is haste. */
  @Override
  public void close() {
    close(LAST_IN_HASTE, () -> true);
  }

  /**
   * Ends it: sends what is left, as long as the receiver has answered within this time, and drops
   * the rest. An answer that is being waited for is waited for longer, as long as it may take. From
   * when there is haste, all that takes a second at most.
   *
   * @param isInHaste whether somebody waits for the end; asked now and then
   */
  public void close(Duration patience, BooleanSupplier isInHaste) {
    outbox.close();
    rests.end();
    boolean isHasty = false;
    long end = System.nanoTime() + patience.toNanos();
    long settled = settled();
    try {
      while (thread.isAlive() && (System.nanoTime() - end < 0 || (!isHasty && outbox.isAsked()))) {
        if (isHasty) {
          // The end is fixed.
        } else if (isInHaste.getAsBoolean()) {
          isHasty = true;
          end = System.nanoTime() + LAST_IN_HASTE.toNanos();
        } else if (settled() != settled) {
          settled = settled();
          end = System.nanoTime() + patience.toNanos();
        }
        thread.join(GLANCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    outbox.abandon();
    thread.interrupt();
    receiver.close();
  }

  private long settled() {
    Delivery delivery = outbox.delivery();
    return delivery.sent() + delivery.rejected();
  }

  /** Rests in real time. */
  private static final class RealRests implements Rests {
    private final CountDownLatch end = new CountDownLatch(1);

    @Override
    public void rest(Duration duration, boolean untilTheEnd) throws InterruptedException {
      if (untilTheEnd && end.getCount() > 0) {
        boolean ignored = end.await(duration.toNanos(), TimeUnit.NANOSECONDS);
      } else {
        Thread.sleep(duration);
      }
    }

    @Override
    public void end() {
      end.countDown();
    }
  }
}
