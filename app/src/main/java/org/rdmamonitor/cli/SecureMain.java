// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import org.rdmamonitor.cli.process.ProcessContext;

/** The entry point for the launcher of rdma-secure. */
public final class SecureMain {
  private SecureMain() {}

  /** Runs the command that the arguments name, and ends the JVM. */
  public static void main(String... args) {
    Main.end(Program.secure(ProcessContext.ofThisProcess()).run(args));
  }
}
