// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.HelpOption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that the others are subcommands of. */
@Command(
    name = "litmus",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = {"Litmus tests of RDMA's memory semantics: rdma-litmus(1).", ""},
    optionListHeading = "Options:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:failed at run time; a limit was reached; another host was lost",
      "2:wrong command line",
      "3:a litmus file is wrong, or cannot be read or run",
      "4:a device to run on is missing; it is told what to do",
      "5:another host does not know this version of --hosts",
      "6:another host has a leader already",
      "7:TLS or authentication failed",
      "9:a verdict is not the expected one",
      "10:on a device was seen what the model forbids",
      "130, 143:stopped by SIGINT (Ctrl-C), SIGTERM"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  rdma-secure litmus check samples/litmus/L1.litmus",
      "  rdma-secure litmus check --witness --profile rxe L11.litmus",
      "  rdma-secure litmus run -n 1000000 L2.litmus",
      "  rdma-secure litmus run --hosts node1 L2.litmus",
      "  rdma-secure litmus generate --size 2 tests",
      "  rdma-secure litmus check tests/@all",
      "  rdma-secure litmus certify barrier",
      "  rdma-secure litmus certify sst --members 2",
      "",
      "The manual is rdma-litmus(1); rdma-litmus(5) has the language."
    })
public final class LitmusCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  private LitmusCommand() {}

  /** The command and its subcommands. */
  public static CommandLine commandLine(LitmusTools tools) {
    CommandLine commandLine = new CommandLine(new LitmusCommand());
    commandLine.addSubcommand(new CheckCommand(tools));
    commandLine.addSubcommand(new RunCommand(tools));
    commandLine.addSubcommand(new GenerateCommand(tools));
    commandLine.addSubcommand(new CertifyCommand(tools));
    return commandLine;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "a command is missing");
    }
  }
}
