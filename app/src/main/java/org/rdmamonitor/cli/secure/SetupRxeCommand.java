// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.secure.devices.RxeSetup;
import org.rdmamonitor.secure.devices.RxeSetup.SetupResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Adds and removes a soft-RoCE device. */
@Command(
    name = "setup-rxe",
    description = "Add a soft-RoCE device to a network interface, or remove it.",
    sortOptions = false)
final class SetupRxeCommand implements Callable<Integer> {
  private final SecureTools tools;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--netdev",
      paramLabel = "INTERFACE",
      converter = Name.class,
      description = "The network interface (default: that of the default route).")
  private @Nullable String netdev;

  @Option(
      names = "--name",
      paramLabel = "DEVICE",
      converter = Name.class,
      defaultValue = "rxe0",
      description = "The name of the device (default: rxe0).")
  private String name = "rxe0";

  @Option(names = "--remove", description = "Remove the device; modules stay loaded.")
  private boolean remove;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  SetupRxeCommand(SecureTools tools) {
    this.tools = tools;
  }

  /** A name as the kernel takes it, which is a file name too. */
  static final class Name implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
      if (!value.matches("[A-Za-z0-9_][A-Za-z0-9_.:@-]{0,62}")) {
        throw new TypeConversionException("'" + value + "' is no name of a device");
      }
      return value;
    }
  }

  @Override
  public Integer call() throws IOException {
    if (remove && netdev != null && spec != null) {
      throw new ParameterException(spec.commandLine(), "--netdev does not go with --remove");
    }
    RxeSetup setup = new RxeSetup(tools.commands(), tools.root());
    SetupResult outcome =
        remove ? setup.remove(name) : setup.add(Optional.ofNullable(netdev), name);
    for (String sentence : outcome.done()) {
      tools.out().write(sentence + System.lineSeparator());
    }
    if (outcome.isDone()) {
      return ExitCode.OK;
    }
    tools.err().println("rdma-secure: " + outcome.problem());
    return outcome.prerequisite() ? ExitCode.PREREQUISITE : ExitCode.RUNTIME;
  }
}
