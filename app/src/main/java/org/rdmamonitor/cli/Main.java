// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Where the launchers enter. */
@Command(
    name = "rdma-monitor",
    version = "rdma-monitor 0.1.0",
    mixinStandardHelpOptions = true,
    description = "Shows what RDMA programs do on this host.")
public final class Main implements Runnable {
  private Main() {}

  /** Runs the command that the arguments name, and ends the JVM. */
  public static void main(String... args) {
    System.exit(run(args));
  }

  /** Runs the command that the arguments name; returns the exit code. */
  static int run(String... args) {
    return new CommandLine(new Main()).execute(args);
  }

  @Override
  public void run() {}
}
