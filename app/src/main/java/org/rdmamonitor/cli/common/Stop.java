// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * SIGINT and SIGTERM: the JVM begins its shutdown, which waits until what goes on has been ended
 * and freed, and then exits with 128 and the number of the signal.
 */
public final class Stop implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;
  private volatile Runnable end = () -> {};

  private Stop(boolean waits, PrintWriter err, String late) {
    this.hook = new Thread(() -> stop(waits, err, late), "stop");
  }

  /**
   * From now on a signal calls this, on another thread.
   *
   * @param end returns when all is freed
   * @param late what is said if that takes longer than ten seconds, which ends it all the same
   */
  public static Stop on(Runnable end, PrintWriter err, String late) {
    return new Stop(false, err, late).by(end);
  }

  /** Likewise, where all is freed by whoever closes this, after it. */
  public static Stop asking(Runnable ask, PrintWriter err, String late) {
    return asking(err, late).by(ask);
  }

  /** Likewise, from when it is known {@link #by} what to ask; until then a signal ends at once. */
  public static Stop asking(PrintWriter err, String late) {
    return new Stop(true, err, late);
  }

  /** From now on a signal calls this. To be called once. */
  public Stop by(Runnable called) {
    end = called;
    Runtime.getRuntime().addShutdownHook(hook);
    return this;
  }

  private void stop(boolean waits, PrintWriter err, String late) {
    Thread ending =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              end.run();
              if (waits) {
                awaitClosed();
              }
            });
    try {
      if (!ending.join(PATIENCE)) {
        err.println(late);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitClosed() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Without a signal, nothing is called any more. */
  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // A signal came just now.
    }
  }
}
