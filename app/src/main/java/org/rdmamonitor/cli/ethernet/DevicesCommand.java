// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.ethernet.Interfaces;
import org.rdmamonitor.ethernet.Interfaces.Interface;
import org.rdmamonitor.ethernet.report.InterfacesJson;
import org.rdmamonitor.text.Columns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells which Ethernet interfaces there are. */
@Command(
    name = "devices",
    description = "Show the Ethernet interfaces, and what stands in their way.",
    sortOptions = false)
final class DevicesCommand implements Callable<Integer> {
  private final EthernetTools tools;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line.")
  private boolean json;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  DevicesCommand(EthernetTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    List<Interface> interfaces = new Interfaces(tools.root()).all();
    tools.out().write(json ? InterfacesJson.of(interfaces) : text(interfaces));
    return interfaces.isEmpty() ? ExitCode.PREREQUISITE : ExitCode.OK;
  }

  private static String text(List<Interface> interfaces) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("INTERFACE", "MAC", "MTU", "STATE", "DRIVER", "RDMA"));
    StringBuilder hints = new StringBuilder();
    for (Interface one : interfaces) {
      rows.add(
          List.of(
              one.name(),
              one.mac().toString(),
              Integer.toString(one.mtu()),
              one.isUp() ? "up" : "down",
              one.driver().isEmpty() ? "-" : one.driver(),
              one.rdmaDevice().orElse("-")));
      if (one.isVirtualFunction()) {
        hints.append(
            """

            %s is a virtual function: its host lets only its own address send (%s), unless it says
            'ip link set dev PF vf N trust on spoofchk off'.
            """
                .formatted(one.name(), one.mac()));
      }
    }
    return Columns.of(rows, "llrlll") + hints;
  }
}
