// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

/**
 * The training run of the AOT cache: the build starts it once, and the classes that it loads start
 * faster from then on.
 */
final class AotTraining {
  private AotTraining() {}

  /** Runs the commands that need no privileges; {@code args[0]} is a configuration file. */
  public static void main(String... args) {
    Main.run("--version");
    Main.run("--help");
    Main.run("check-config", args[0]);
  }
}
