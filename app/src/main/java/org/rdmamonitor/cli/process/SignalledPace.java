// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Real time. SIGINT and SIGTERM ask to stop: the JVM begins its shutdown, which waits until this is
 * closed, or for two seconds or what RDMA_MONITOR_LAST_WORDS says, and then exits with 128 and the
 * number of the signal. So does SIGHUP where the terminal has gone; else it asks to read the
 * configuration again. Closed without a signal, it leaves no trace but that SIGHUP does nothing any
 * more.
 */
final class SignalledPace implements Pace {
  private static final int HUNG_UP = 128 + 1;
  private static final long PATIENCE = 2;

  private static final Duration LAST_WORDS = Duration.ofMillis(500);

  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "stop");
  private final AtomicBoolean closed = new AtomicBoolean();
  private boolean stopAsked;
  private boolean reloadAsked;

  private SignalledPace() {}

  static SignalledPace start() {
    SignalledPace pace = new SignalledPace();
    Runtime.getRuntime().addShutdownHook(pace.hook);
    HangUp.listen(pace::askToReload, () -> System.exit(HUNG_UP));
    return pace;
  }

  private synchronized void askToStop() {
    stopAsked = true;
    notifyAll();
  }

  private synchronized void askToReload() {
    reloadAsked = true;
    notifyAll();
  }

  private synchronized boolean isStopAsked() {
    return stopAsked;
  }

  private void stop() {
    askToStop();
    try {
      boolean inTime = written.await(patience(), TimeUnit.SECONDS);
      if (!inTime) {
        // In a thread of its own, because writing to a terminal that takes nothing would keep the
        // JVM from ending.
        Thread.ofPlatform().daemon().start(SignalledPace::complain).join(LAST_WORDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Seconds. */
  private static long patience() {
    String value = Objects.requireNonNullElse(System.getenv("RDMA_MONITOR_LAST_WORDS"), "");
    return value.matches("[0-9]{1,4}") ? Long.parseLong(value) : PATIENCE;
  }

  private static void complain() {
    System.err.println("rdma-monitor: stopped before everything was written");
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public synchronized Wake await(long nanos) {
    try {
      while (!stopAsked && !reloadAsked && nanos - System.nanoTime() > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, nanos - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Wake.STOP;
    }
    if (stopAsked) {
      return Wake.STOP;
    }
    // A moment that has come takes precedence, so that repeated requests cannot hold it up.
    if (nanos - System.nanoTime() <= 0) {
      return Wake.DUE;
    }
    reloadAsked = false;
    return Wake.RELOAD;
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    written.countDown();
    if (!isStopAsked()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shuttingDown) {
        // A signal has just come; the shutdown hook waits until everything is written.
      }
    }
  }
}
