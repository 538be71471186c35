// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

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
    name = "quota",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Limit objects of all programs: rdma-monitor-quota(1).",
      "",
      "Programs that run with librdma_intercept.so ask 'serve' before they make a",
      "queue pair, a completion queue or a memory region.",
      ""
    },
    optionListHeading = "Options:%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  sudo rdma-monitor quota serve -l qp=1000 -l '*:mr-bytes=8G'",
      "  rdma-monitor quota show",
      "  sudo rdma-monitor quota set --save /system.slice:qp=100 '*:calls=1000'",
      "  rdma-monitor quota advise monday.rec >limits.txt",
      "  rdma-monitor quota dry-run --limits limits.txt tuesday.rec",
    })
public final class QuotaCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  private QuotaCommand() {}

  /** The command and its subcommands. */
  public static CommandLine commandLine(QuotaTools tools) {
    CommandLine commandLine = new CommandLine(new QuotaCommand());
    commandLine.addSubcommand(new ServeCommand(tools));
    commandLine.addSubcommand(new ShowCommand(tools));
    commandLine.addSubcommand(new SetCommand(tools));
    commandLine.addSubcommand(new TopCommand(tools));
    commandLine.addSubcommand(new DryRunCommand(tools));
    commandLine.addSubcommand(new AdviseCommand(tools));
    return commandLine;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "a command is missing");
    }
  }
}
