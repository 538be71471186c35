// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.client.CollectorClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows who holds most, again and again. */
@Command(
    name = "top",
    description = "Show the same again and again, who holds most first.",
    sortOptions = false)
final class TopCommand implements Callable<Integer> {
  private static final String CLEAR = "\033[H\033[2J";

  private final QuotaTools tools;

  @Mixin private SocketOption socket = new SocketOption();

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "SECONDS",
      converter = QuotaValues.Seconds.class,
      description = "Time between two readings (default: 1).")
  private Duration interval = Duration.ofSeconds(1);

  @Option(
      names = {"-n", "--iterations"},
      paramLabel = "N",
      converter = QuotaValues.Readings.class,
      description = "End after so many readings (default: never).")
  private long readings = Long.MAX_VALUE;

  @Option(
      names = {"-s", "--sort"},
      paramLabel = "RESOURCE",
      converter = QuotaValues.Resources.class,
      completionCandidates = QuotaValues.Resources.class,
      description = "Sort by qp (default), cq, mr, mr-bytes or cq-entries.")
  private Resource sort = Resource.QP;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  TopCommand(QuotaTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean onScreen = tools.isTerminal().getAsBoolean();
    try (CollectorClient collector = socket.connect(tools)) {
      for (long i = 0; i < readings; i++) {
        if (i > 0) {
          Thread.sleep(interval);
        }
        String table = UsageTable.of(ShowCommand.ask(collector), sort);
        tools.out().write(onScreen ? CLEAR + table : (i > 0 ? "\n" : "") + table);
        tools.out().flush();
      }
    }
    return ExitCode.OK;
  }
}
