// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Real time. SIGINT, SIGTERM and SIGHUP ask to stop: the JVM begins its shutdown, which waits until
 * this is closed, or for two seconds, and then exits with 128 and the number of the signal. Closed
 * without a signal, it leaves no trace.
 */
final class SignalledPace implements Pace {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "stop");
  private final AtomicBoolean closed = new AtomicBoolean();

  private SignalledPace() {}

  static SignalledPace start() {
    SignalledPace pace = new SignalledPace();
    Runtime.getRuntime().addShutdownHook(pace.hook);
    return pace;
  }

  private void stop() {
    asked.countDown();
    try {
      boolean inTime = written.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
      if (!inTime) {
        System.err.println("rdma-monitor: stopped before everything was written");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public boolean waitUntil(long nanos) {
    try {
      return !asked.await(nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    written.countDown();
    if (asked.getCount() > 0) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shuttingDown) {
        // A signal came just now: the hook sees that everything is written.
      }
    }
  }
}
