// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.process.ProcessContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends enforcement that a monitor has left behind. */
@Command(
    name = "release",
    description = "End the enforcement of limits that 'rdma-monitor --on-exit=keep' has left.",
    sortOptions = false)
final class ReleaseCommand implements Callable<Integer> {
  private final ProcessContext context;
  private final IntSupplier release;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  /**
   * The command.
   *
   * @param release ends it, and tells how many monitors had left something
   */
  ReleaseCommand(ProcessContext context, IntSupplier release) {
    this.context = context;
    this.release = release;
  }

  @Override
  public Integer call() throws IOException {
    int released = release.getAsInt();
    context
        .out()
        .write(
            released == 0
                ? "No limits had been left.\n"
                : "Released: the limits left are enforced no longer.\n");
    return ExitCode.OK;
  }
}
