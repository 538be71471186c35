// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.HelpOption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that those of the barrier are subcommands of. */
@Command(
    name = "barrier",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = {"A barrier over one-sided writes, measured and checked: rdma-barrier(1).", ""},
    optionListHeading = "Options:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:failed at run time: a member is gone or late",
      "2:wrong command line",
      "4:a prerequisite is missing; each is told with what to do",
      "5:the server is too old to know of barriers",
      "6:the server has all its members",
      "7:TLS or authentication failed",
      "8:a property of the barrier did not hold",
      "130, 143:stopped by SIGINT (Ctrl-C), SIGTERM"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  rdma-secure barrier local --members 4",
      "  rdma-secure barrier local --members 8 --all --json",
      "  rdma-secure barrier local --members 3 --verify -n 100000",
      "  rdma-secure barrier server --members 3",
      "  rdma-secure barrier client node1",
      "",
      "The manual is rdma-barrier(1)."
    })
final class BarrierCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  private BarrierCommand() {}

  /** The command and its subcommands. */
  static CommandLine commandLine(SecureTools tools) {
    CommandLine commandLine = new CommandLine(new BarrierCommand());
    commandLine.addSubcommand(new BarrierLocalCommand(tools));
    commandLine.addSubcommand(new BarrierServerCommand(tools));
    commandLine.addSubcommand(new BarrierClientCommand(tools));
    return commandLine;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "a command is missing");
    }
  }
}
