// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ProcessContext;

/** The entry point for the launchers. */
public final class Main {
  private Main() {}

  /** Runs the command that the arguments name, and ends the JVM. */
  public static void main(String... args) {
    end(run(args));
  }

  /**
   * Ends the JVM. After success it does so by returning, unless there is a thread that the JVM
   * would wait for: {@link System#exit} would first look for a logger in the jar.
   */
  static void end(int exitCode) {
    if (exitCode != ExitCode.OK || isWaitedFor()) {
      System.exit(exitCode);
    }
  }

  private static boolean isWaitedFor() {
    Thread[] threads = new Thread[Thread.activeCount() + 1];
    int count = Thread.enumerate(threads);
    for (int i = 0; i < count; i++) {
      if (!threads[i].isDaemon() && !threads[i].equals(Thread.currentThread())) {
        return true;
      }
    }
    return false;
  }

  /** Runs the command that the arguments name; returns the exit code. */
  static int run(String... args) {
    return new Program(ProcessContext.ofThisProcess()).run(args);
  }
}
