// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Usage;
import org.rdmamonitor.quota.client.CollectorClient;
import org.rdmamonitor.quota.wire.UsageJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows who holds what. */
@Command(
    name = "show",
    description = "Show limits, and which cgroups and processes hold what.",
    sortOptions = false)
final class ShowCommand implements Callable<Integer> {
  private final QuotaTools tools;

  @Mixin private SocketOption socket = new SocketOption();

  @Option(
      names = {"-j", "--json"},
      description = "One line of JSON.")
  private boolean json;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  ShowCommand(QuotaTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Usage usage;
    try (CollectorClient collector = socket.connect(tools)) {
      usage = ask(collector);
    }
    tools.out().write(json ? UsageJson.write(usage) + "\n" : UsageTable.of(usage, Resource.QP));
    return ExitCode.OK;
  }

  /** An answer, or why there is none. */
  static Usage ask(CollectorClient collector) throws QuotaFailure {
    try {
      return collector.show();
    } catch (IOException e) {
      throw QuotaFailure.of(e);
    }
  }
}
