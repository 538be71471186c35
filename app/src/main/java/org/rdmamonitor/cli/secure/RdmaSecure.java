// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
      "Use RDMA with keys that only the two ends know, and look whether it works.",
      ""
    },
    optionListHeading = "Options:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:failed at run time",
      "2:wrong command line",
      "4:a prerequisite is missing; each is told with what to do",
      "130, 143:stopped by SIGINT (Ctrl-C), SIGTERM"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  rdma-secure check-devices             which devices there are",
      "  rdma-secure check-devices --loopback  does the first of them work?",
      "  sudo rdma-secure setup-rxe            a soft-RoCE device for a trial",
      "",
      "The manual is rdma-secure(1)."
    })
public final class RdmaSecure implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the versions of this program and the JDK.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean version;

  private RdmaSecure() {}

  /** The command and its subcommands. */
  public static CommandLine commandLine(SecureTools tools) {
    CommandLine commandLine = new CommandLine(new RdmaSecure());
    commandLine.addSubcommand(new CheckDevices(tools));
    commandLine.addSubcommand(new SetupRxe(tools));
    return commandLine;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "a command is missing");
    }
  }
}
