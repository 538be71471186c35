// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * SIGINT and SIGTERM: the JVM begins its shutdown, which waits until what goes on has been ended
 * and freed, and then exits with 128 and the number of the signal.
 */
public final class Stop implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Thread hook;

  private Stop(Runnable end, PrintWriter err, String late) {
    this.hook = new Thread(() -> stop(end, err, late), "stop");
  }

  /**
   * From now on a signal calls this, on another thread.
   *
   * @param end returns when all is freed
   * @param late what is said if that takes longer than ten seconds, which ends it all the same
   */
  public static Stop on(Runnable end, PrintWriter err, String late) {
    Stop result = new Stop(end, err, late);
    Runtime.getRuntime().addShutdownHook(result.hook);
    return result;
  }

  private static void stop(Runnable end, PrintWriter err, String late) {
    Thread ending = Thread.ofPlatform().daemon().start(end);
    try {
      if (!ending.join(PATIENCE)) {
        err.println(late);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Without a signal, nothing is called any more. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // A signal came just now.
    }
  }
}
