// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Writes a script with which bash and zsh complete the options. */
@Command(
    name = "completion",
    description = "Print a completion script for bash and zsh.",
    footer = {"", "  source <(rdma-monitor completion)"},
    sortOptions = false)
final class Completion implements Callable<Integer> {
  private final ProcessContext context;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  Completion(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    context.out().write(AutoComplete.bash("rdma-monitor", new Program(context).commandLine()));
    return ExitCode.OK;
  }
}
