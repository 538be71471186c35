// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.Commands;
import org.rdmamonitor.cli.common.CompletionCommand;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.ethernet.EthernetCommand;
import org.rdmamonitor.cli.litmus.LitmusCommand;
import org.rdmamonitor.cli.litmus.LitmusTools;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that the others are subcommands of. */
@Command(
    name = "rdma-secure",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Measure RDMA between hosts that know each other by certificates and agree on",
      "everything over TLS.",
      ""
    },
    optionListHeading = "Options:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:failed at run time",
      "2:wrong command line",
      "3:a litmus file is wrong, or cannot be read or run",
      "4:a prerequisite is missing; each is told with what to do",
      "5:the server does not allow what was asked for",
      "6:the server is full",
      "7:TLS or authentication failed",
      "8:verification failed: data, or a barrier, was not what it had to be",
      "9:a litmus test has not the expected verdict",
      "10:a litmus test showed on a device what the model forbids",
      "130, 143:stopped by SIGINT (Ctrl-C), SIGTERM"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  rdma-secure keygen keys               certificates for a trial",
      "  rdma-secure server                    wait for clients",
      "  rdma-secure client node1 -o write -a  bandwidth of WRITE, all sizes",
      "  rdma-secure client node1 -L --verify  latency of SEND, every byte checked",
      "  rdma-secure check-devices             which devices there are",
      "  sudo rdma-secure setup-rxe            a soft-RoCE device for a trial",
      "  rdma-secure barrier local -m 4        a barrier over one-sided writes",
      "  rdma-secure litmus check FILES        outcomes that the memory model allows",
      "  rdma-secure litmus run FILES          and outcomes seen on this host's devices",
      "  rdma-secure litmus server             have this host take part in such a run",
      "  sudo rdma-secure ethernet reflect IF  frames beside the host's own stack, back",
      "",
      "The manual is rdma-secure(1)."
    })
public final class RdmaSecure implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the versions of this program and the JDK.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean version;

  private RdmaSecure() {}

  /** The command, and those of its subcommands that the arguments need; all if there are none. */
  public static CommandLine commandLine(SecureTools tools, String... arguments) {
    return new Commands("rdma-secure", RdmaSecure::new)
        .with("keygen", KeygenCommand.class, () -> new KeygenCommand(tools))
        .with("server", ServerCommand.class, () -> new ServerCommand(tools))
        .with("client", ClientCommand.class, () -> new ClientCommand(tools))
        .with("check-devices", CheckDevicesCommand.class, () -> new CheckDevicesCommand(tools))
        .with("setup-rxe", SetupRxeCommand.class, () -> new SetupRxeCommand(tools))
        .with("barrier", BarrierCommand.class, () -> BarrierCommand.commandLine(tools))
        .with("litmus", LitmusCommand.class, () -> litmus(tools))
        .with(
            "ethernet", EthernetCommand.class, () -> EthernetCommand.commandLine(tools.ethernet()))
        .with("completion", CompletionCommand.class, () -> completion(tools))
        .commandLine(arguments);
  }

  private static CompletionCommand completion(SecureTools tools) {
    return new CompletionCommand(tools.out(), "rdma-secure", () -> commandLine(tools));
  }

  private static CommandLine litmus(SecureTools tools) {
    LitmusTools own =
        LitmusTools.ofThisHost(
            tools.out(), tools.err(), tools::verbsOfDevices, () -> new LitmusHosts(tools));
    CommandLine commandLine = LitmusCommand.commandLine(own);
    commandLine.addSubcommand(new LitmusServerCommand(tools));
    return commandLine;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "a command is missing");
    }
  }
}
