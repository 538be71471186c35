// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.PrintWriter;
import java.time.Duration;

/** SIGINT and SIGTERM: the JVM waits until all is closed, and exits with 128 and the signal. */
final class Stop implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Thread hook;

  private Stop(Runnable end, PrintWriter err) {
    this.hook = new Thread(() -> stop(end, err), "stop");
  }

  /**
   * From now on a signal calls this, on another thread.
   *
   * @param end returns when all is closed
   */
  static Stop on(Runnable end, PrintWriter err) {
    Stop result = new Stop(end, err);
    Runtime.getRuntime().addShutdownHook(result.hook);
    return result;
  }

  private static void stop(Runnable end, PrintWriter err) {
    Thread ending = Thread.ofPlatform().daemon().start(end);
    try {
      if (!ending.join(PATIENCE)) {
        err.println("rdma-monitor: stopped before everything was closed");
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
