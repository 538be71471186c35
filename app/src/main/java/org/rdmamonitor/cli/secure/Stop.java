// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * SIGINT and SIGTERM: the JVM begins its shutdown, which waits until what goes on has been ended
 * and freed, and then exits with 128 and the number of the signal.
 */
final class Stop implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Thread hook;
  private volatile boolean asked;

  private Stop(Runnable end, PrintWriter err) {
    this.hook = new Thread(() -> stop(end, err), "stop");
  }

  /**
   * From now on a signal calls this, on another thread.
   *
   * @param end returns when all is freed
   */
  static Stop on(Runnable end, PrintWriter err) {
    Stop result = new Stop(end, err);
    Runtime.getRuntime().addShutdownHook(result.hook);
    return result;
  }

  private void stop(Runnable end, PrintWriter err) {
    asked = true;
    Thread ending = Thread.ofPlatform().daemon().start(end);
    try {
      if (!ending.join(PATIENCE)) {
        err.println("rdma-secure: stopped before everything was freed; the kernel does the rest");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a signal came. */
  boolean isAsked() {
    return asked;
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
