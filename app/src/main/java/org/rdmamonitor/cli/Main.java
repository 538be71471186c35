// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import org.rdmamonitor.cli.process.ProcessContext;

/** Where the launchers enter. */
public final class Main {
  private Main() {}

  /** Runs the command that the arguments name, and ends the JVM. */
  public static void main(String... args) {
    System.exit(run(args));
  }

  /** Runs the command that the arguments name; returns the exit code. */
  static int run(String... args) {
    return new Program(ProcessContext.ofThisProcess()).run(args);
  }
}
