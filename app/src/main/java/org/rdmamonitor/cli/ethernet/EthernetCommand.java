// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.HelpOption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that those about Ethernet frames are subcommands of. */
@Command(
    name = "ethernet",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Ethernet frames beside the host's own stack.",
      "An interface of its own on a port that the host goes on to use, traffic that is measured,"
          + " and frames in a file.",
      ""
    },
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  sudo rdma-secure ethernet devices",
      "  sudo rdma-secure ethernet create --host-if eth0    and: ip address add ... dev rdma-0",
      "  sudo rdma-secure ethernet reflect eth0",
      "  sudo rdma-secure ethernet send eth0 --to 02:00:00:00:00:0a -s imix -n 1000000",
      "  sudo rdma-secure ethernet capture eth0 -w frames.pcapng",
      "",
      "The manual is rdma-ethernet(1)."
    })
public final class EthernetCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  private EthernetCommand() {}

  /** The command and its subcommands. */
  public static CommandLine commandLine(EthernetTools tools) {
    CommandLine commandLine = new CommandLine(new EthernetCommand());
    commandLine.addSubcommand(new CreateCommand(tools));
    commandLine.addSubcommand(new SendCommand(tools));
    commandLine.addSubcommand(new ReflectCommand(tools));
    commandLine.addSubcommand(new CaptureCommand(tools));
    commandLine.addSubcommand(new DevicesCommand(tools));
    return commandLine;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "a command is missing");
    }
  }
}
